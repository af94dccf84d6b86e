import { type SQL, sql } from "drizzle-orm";
import type { Db, Transaction } from "@/db/client";
import { deliveries } from "@/db/schema/deliveries";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { pendingEvents } from "@/db/schema/pending-events";
import { pendingBytes } from "@/db/schema/storage";
import { DAY_MS, HOUR_MS } from "@/server/core/time";
import { only } from "@/server/data/only";
import { type Partition, partitionsOf } from "@/server/data/partitions";
import { codeOf } from "@/server/loops/fault";
import type { Run } from "@/server/loops/loop";
import { wholeLoop } from "@/server/loops/whole";
import { leastIdAt, timeOfId } from "@/server/platform/ids";

/** Events, their deliveries and attempts of one week are in partitions with the same range (decision 0066). */
const TABLES = ["events", "deliveries", "attempts"] as const;
type Table = (typeof TABLES)[number];

export const PARTITION_DAYS = 7;
const WEEK_MS = PARTITION_DAYS * DAY_MS;
/** The first Monday of 1970. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
const WEEKS_AHEAD = 3;
/** Events are kept for so long at least. */
export const KEPT_DAYS = 30;

/** For each table: statements of others wait behind. */
const LOCK_TIMEOUT_MS = 300;
/** Measuring reads each event of a week. */
const STATEMENT_TIMEOUT_MS = 600_000;
const CHECK_VIOLATION = "23514";

type Data = Pick<Run, "db">;

const startOfWeek = (ms: number) => ms - ((ms - FIRST_MONDAY_MS) % WEEK_MS);

const nameOf = (table: Table, from: number) =>
  `${table}_${new Date(from).toISOString().slice(0, 10).replaceAll("-", "")}`;

const inTransaction = <T>(db: Db, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.execute(
      sql`select set_config('lock_timeout', ${LOCK_TIMEOUT_MS}::text, true), set_config('statement_timeout', ${STATEMENT_TIMEOUT_MS}::text, true)`,
    );
    return work(tx);
  });

/** Adds a partition for a week, unless ids of that week already are in the partition of other ids: they stay there. */
async function addPartition(db: Db, table: Table, from: number): Promise<void> {
  const [lower, upper] = [from, from + WEEK_MS].map((ms) => sql.raw(`'${leastIdAt(ms)}'`));
  try {
    await inTransaction(db, (tx) =>
      tx.execute(sql`create table partitions.${sql.identifier(nameOf(table, from))}
        partition of ${sql.identifier(table)} for values from (${lower}) to (${upper})`),
    );
  } catch (error) {
    if (codeOf(error) !== CHECK_VIOLATION) throw error;
  }
}

/** Attempts first: an event that comes meanwhile then keeps its week out of events, and is deleted by row. */
async function addPartitions({ db }: Data, now: number): Promise<void> {
  for (const table of TABLES.toReversed()) {
    const last = (await partitionsOf(db, table)).at(-1);
    const first = Math.max(startOfWeek(now), last ? timeOfId(last.until) : 0);
    for (let from = first; from < now + WEEKS_AHEAD * WEEK_MS; from += WEEK_MS)
      await addPartition(db, table, from);
  }
}

type Range = Pick<Partition, "from" | "until">;

const isQueued = ({ from, until }: Range) => sql`exists (
  select from ${deliveryQueue} where delivery_id >= ${from} and delivery_id < ${until})`;

/** Whether events of a range still wait for deliveries, or have deliveries outside of it. */
const isReferred = ({ from, until }: Range) => sql`exists (
    select from ${pendingEvents} where event_id >= ${from} and event_id < ${until})
  or exists (select from ${deliveries} where event_id >= ${from} and event_id < ${until} and id >= ${until})
  or exists (select from ${deliveries} where event_id >= ${from} and event_id < ${until} and id < ${from})`;

/** The bytes of a partition of events by producer. Erasures wait from here on, so that they stay the same; readers do not. */
async function measure(tx: Transaction, name: string) {
  const table = sql`partitions.${sql.identifier(name)}`;
  await tx.execute(sql`lock table ${table} in share row exclusive mode`);
  return tx.execute<{ producerId: string; bytes: number }>(sql`
    select producer_id as "producerId", sum(object_bytes(snapshot))::float8 as bytes from ${table} group by producer_id`);
}

/** Drops the partitions of a range, unless a delivery in them is still queued or an event pending. */
const dropRange = (db: Db, range: Range, named: ReadonlyMap<Table, string>): Promise<void> =>
  inTransaction(db, async (tx) => {
    const isSo = async (condition: SQL) =>
      only(await tx.execute<{ so: boolean }>(sql`select ${condition} as so`)).so;
    if (await isSo(sql`${isQueued(range)} or ${isReferred(range)}`)) return;
    const events = named.get("events");
    const measured = events ? await measure(tx, events) : [];
    // The tables before their partitions, as other statements lock them.
    await tx.execute(sql`lock table only events, only deliveries, only attempts in access exclusive mode`);
    // A replay may have queued some meanwhile.
    if (await isSo(isQueued(range))) return;
    const removed = measured.map(
      ({ producerId, bytes }) => ({ producerId, kind: "events", bytes: -bytes }) as const,
    );
    if (removed.length > 0) await tx.insert(pendingBytes).values(removed);
    const names = [...named.values()].map((name) => sql`partitions.${sql.identifier(name)}`);
    await tx.execute(sql`drop table ${sql.join(names, sql`, `)}`);
  });

async function dropPartitions({ db }: Data, now: number, signal?: AbortSignal): Promise<void> {
  const ranges = new Map<string, { range: Range; named: Map<Table, string> }>();
  for (const table of TABLES) {
    for (const { name, ...range } of await partitionsOf(db, table)) {
      if (timeOfId(range.until) > now - KEPT_DAYS * DAY_MS) continue;
      const known = ranges.get(range.until) ?? { range, named: new Map<Table, string>() };
      ranges.set(range.until, known);
      known.named.set(table, name);
    }
  }
  // A range that cannot be dropped holds up no other; its reason is reported after them.
  const failures: unknown[] = [];
  for (const { range, named } of ranges.values()) {
    if (signal?.aborted) break;
    await dropRange(db, range, named).catch((reason: unknown) => failures.push(reason));
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Adds the partitions of the next weeks, and drops those whose youngest event is 30 days old. Partitions with a delivery that
 * is still queued stay until that one has ended.
 */
export async function renewPartitions(data: Data, signal?: AbortSignal, now = Date.now()): Promise<void> {
  await addPartitions(data, now);
  await dropPartitions(data, now, signal);
}

export const partitioning = wholeLoop("partitioning", HOUR_MS, (run, signal) => renewPartitions(run, signal));
