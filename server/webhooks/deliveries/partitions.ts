import { type SQL, sql } from "drizzle-orm";
import type { Db, Transaction } from "@/db/client";
import { deliveries } from "@/db/schema/deliveries";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { pendingEvents } from "@/db/schema/pending-events";
import { pendingBytes } from "@/db/schema/storage";
import { HOUR_MS } from "@/server/core/time";
import { only } from "@/server/data/only";
import { addPartitions, oldPartitionsOf, type Partition, partitioningWith } from "@/server/data/partitions";
import type { Run } from "@/server/loops/loop";
import { wholeLoop } from "@/server/loops/whole";

/** Events, their deliveries and attempts of one week are in partitions with the same range (decision 0066). */
const TABLES = ["events", "deliveries", "attempts"] as const;
type Table = (typeof TABLES)[number];

type Data = Pick<Run, "db">;

/** Attempts first: an event that comes meanwhile then keeps its week out of events, and is deleted by row. */
async function addAll({ db }: Data, now: number): Promise<void> {
  for (const table of TABLES.toReversed()) await addPartitions(db, table, now);
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
  partitioningWith(db, async (tx) => {
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
    for (const { name, ...range } of await oldPartitionsOf(db, table, now)) {
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
  await addAll(data, now);
  await dropPartitions(data, now, signal);
}

export const partitioning = wholeLoop("partitioning", HOUR_MS, (run, signal) => renewPartitions(run, signal));
