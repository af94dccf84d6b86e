import { sql } from "drizzle-orm";
import type { Db, Transaction } from "@/db/client";
import { causesOf } from "@/server/core/outage";
import { DAY_MS } from "@/server/core/time";
import { codeOf } from "@/server/platform/error-code";
import { leastIdAt, timeOfId } from "@/server/platform/ids";

/** A partition of a table by ranges of ids. */
export interface Partition {
  /** In the schema `partitions`. */
  name: string;
  /** The lowest id that it may hold. */
  from: string;
  /** The lowest id above it. */
  until: string;
}

const PARTITION_DAYS = 7;
const WEEK_MS = PARTITION_DAYS * DAY_MS;
/** The first Monday of 1970. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
const WEEKS_AHEAD = 3;
/** Rows are kept for so long at least. */
const KEPT_DAYS = 30;
/** Rows that are still there then have no partition that was dropped as a whole: they are deleted one by one. */
export const MAX_KEPT_DAYS = KEPT_DAYS + PARTITION_DAYS;

/** For each table: statements of others wait behind. */
const LOCK_TIMEOUT_MS = 300;
/** Measuring reads each row of a week. */
const STATEMENT_TIMEOUT_MS = 600_000;
const CHECK_VIOLATION = "23514";

const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

/** The partitions of a table with a range of ids, lowest first. The partition of all other ids has none. */
export async function partitionsOf(db: Db, table: string): Promise<Partition[]> {
  return db.execute<Partition & Record<string, unknown>>(sql`
    select relname as name, coalesce(bound[1], ${LOWEST_ID}) as from, bound[2] as until
    from pg_inherits join pg_class on pg_class.oid = inhrelid
      cross join regexp_match(pg_get_expr(relpartbound, pg_class.oid), $$FROM [(](?:MINVALUE|'(.*)')[)] TO [(]'(.*)'[)]$$) as bound
    where inhparent = to_regclass(${table}) and bound is not null order by until`);
}

/** The partitions of a table whose youngest row is 30 days old. */
export const oldPartitionsOf = async (db: Db, table: string, now: number): Promise<Partition[]> =>
  (await partitionsOf(db, table)).filter(({ until }) => timeOfId(until) <= now - KEPT_DAYS * DAY_MS);

/** Runs work on partitions: it does not wait long for locks, and its statements may take minutes. */
export const partitioningWith = <T>(db: Db, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.execute(
      sql`select set_config('lock_timeout', ${LOCK_TIMEOUT_MS}::text, true), set_config('statement_timeout', ${STATEMENT_TIMEOUT_MS}::text, true)`,
    );
    return work(tx);
  });

const startOfWeek = (ms: number) => ms - ((ms - FIRST_MONDAY_MS) % WEEK_MS);

const nameOf = (table: string, from: number) =>
  `${table}_${new Date(from).toISOString().slice(0, 10).replaceAll("-", "")}`;

const isCheckViolation = (error: unknown) =>
  [...causesOf(error)].some((cause) => codeOf(cause) === CHECK_VIOLATION);

/** Adds a partition for a week, unless ids of that week already are in the partition of other ids: they stay there. */
async function addPartition(db: Db, table: string, from: number): Promise<void> {
  const [lower, upper] = [from, from + WEEK_MS].map((ms) => sql.raw(`'${leastIdAt(ms)}'`));
  try {
    await partitioningWith(db, (tx) =>
      tx.execute(sql`create table partitions.${sql.identifier(nameOf(table, from))}
        partition of ${sql.identifier(table)} for values from (${lower}) to (${upper})`),
    );
  } catch (error) {
    if (!isCheckViolation(error)) throw error;
  }
}

/** Adds the partitions of a table for this week and the next two. */
export async function addPartitions(db: Db, table: string, now: number): Promise<void> {
  const last = (await partitionsOf(db, table)).at(-1);
  const first = Math.max(startOfWeek(now), last ? timeOfId(last.until) : 0);
  for (let from = first; from < now + WEEKS_AHEAD * WEEK_MS; from += WEEK_MS)
    await addPartition(db, table, from);
}
