import { and, asc, eq, isNull, lt, lte, or, sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { assessmentProgress } from "@/db/schema/assessment-progress";
import { lateScans } from "@/db/schema/late-scans";
import { scans } from "@/db/schema/scans";
import { setAside } from "@/db/schema/set-aside";
import { only } from "@/server/data/only";
import { leastIdAt, timeOfId } from "@/server/platform/ids";

const { share, settled, next, nextXid, backlogFrom, backlogUntil, holder, heldUntil } = assessmentProgress;

/** The name of the work among the background loops. */
export const LOOP = "assessing";
/** Others leave a share without a backlog to its holder for this long after each of its turns. */
const LEASE_MS = 5_000;
/** Same as in the trigger of `scans`, which queues scans that come later than that. */
const LATE_AFTER_MS = 3_000;

/** The progress of a share, as the holder of the lease reads it. */
export type Progress = Awaited<ReturnType<typeof acquireShares>>[number];

const isFree = (worker: string) =>
  or(isNull(holder), eq(holder, worker), lt(heldUntil, sql`clock_timestamp()`));

/** The share of a scan's producer. */
export const shareOfScan = sql<number>`share_of(${scans.producerId})`;

/** The newest scan, by one index lookup: an `exists` of later scans may read the whole table to find none. */
const newestScan = sql`(select id from ${scans} order by id desc limit 1)`;

/** Whether there is work in a share that no other worker holds. Writes nothing. */
export async function hasWork(db: Db, worker: string): Promise<boolean> {
  const [found] = await db
    .select({ is: sql`true` })
    .from(assessmentProgress)
    .where(
      and(
        isFree(worker),
        or(
          sql`${newestScan} >= ${settled}`,
          sql`exists (select from ${lateScans} where ${eq(lateScans.share, share)})`,
          lt(backlogFrom, backlogUntil),
          sql`exists (select from ${setAside} where ${eq(setAside.loop, LOOP)} and ${lte(setAside.retryAt, sql`now()`)})`,
        ),
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** The time, in milliseconds, before which every scan is assessed. Late scans make alert rules evaluate their minutes again. */
export async function assessedUntil(db: Db): Promise<number> {
  const { at, isAll, now } = only(
    await db
      .select({
        at: sql<string>`min(${settled}::text)`,
        isAll: sql<boolean>`coalesce(${newestScan} < min(${settled}::text)::uuid, true)`,
        now: sql<number>`(extract(epoch from now()) * 1000)::float8`,
      })
      .from(assessmentProgress),
  );
  return isAll ? now - LATE_AFTER_MS : timeOfId(at);
}

/**
 * Acquires the leases of up to `most` shares and locks them until the transaction ends: those that are furthest behind, but none
 * that another worker holds.
 */
export const acquireShares = (db: Db, worker: string, most: number) =>
  db
    .select({
      share,
      settled,
      next,
      backlogFrom,
      backlogUntil,
      /** Whether this worker also had the last turn. */
      isKept: sql<boolean>`${holder} is not distinct from ${worker}`,
      /** Whether all transactions that could commit a scan below `next` have ended. */
      canSettle: sql<boolean>`${nextXid} <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint`,
      /** The oldest transaction that was running. */
      xmin: sql<string>`pg_snapshot_xmin(pg_current_snapshot())::xid::text`,
      /** When the transaction began, by the database's clock: before it had a transaction id. */
      now: sql<number>`(extract(epoch from now()) * 1000)::float8`,
    })
    .from(assessmentProgress)
    .where(isFree(worker))
    .orderBy(asc(settled), asc(share))
    .limit(most)
    .for("update", { skipLocked: true });

/** What a turn has reached in a share. */
export interface Reached {
  share: number;
  settled: string | undefined;
  backlogFrom: string | undefined;
}

/**
 * Stores the progress of shares; once `next` is settled, a new one replaces it. Extends the leases, unless there is a backlog: then
 * any other worker may have the next turn.
 */
export async function keepProgress(
  db: Db,
  worker: string,
  reached: readonly Reached[],
  { now, hasMore }: { now: number; hasMore: boolean },
): Promise<void> {
  const told = JSON.stringify(reached);
  const leaseMs = hasMore ? 0 : LEASE_MS;
  await db.execute(sql`
    update ${assessmentProgress} progress set holder = ${worker}::uuid,
      held_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1_000}::float8),
      backlog_from = coalesce(told."backlogFrom", progress.backlog_from),
      settled = coalesce(told.settled, progress.settled),
      next = case when told.settled is null then progress.next else ${leastIdAt(now - LATE_AFTER_MS)}::uuid end,
      next_xid = case when told.settled is null then progress.next_xid else pg_current_xact_id()::text::bigint end
    from jsonb_to_recordset(${told}::text::jsonb) as told(share smallint, settled uuid, "backlogFrom" uuid)
    where progress.share = told.share`);
}

/** Releases the leases, so that other workers can continue at once. */
export const releaseLeases = (db: Db, worker: string) =>
  db.update(assessmentProgress).set({ holder: null, heldUntil: null }).where(eq(holder, worker));

/** A Postgres array of the shares. */
export const arrayOf = (shares: readonly Pick<Progress, "share">[]) =>
  sql`${makePgArray(shares.map((one) => one.share))}::smallint[]`;
