import { and, eq, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { assessmentProgress } from "@/db/schema/assessment-progress";
import { lateScans } from "@/db/schema/late-scans";
import { scans } from "@/db/schema/scans";
import { setAside } from "@/db/schema/set-aside";
import { only } from "@/server/data/only";
import { leastIdAt, timeOfId } from "@/server/platform/ids";

const { settled, next, nextXid, backlogFrom, backlogUntil, holder, heldUntil } = assessmentProgress;

const LEASE_MS = 10_000;
/** Same as in the trigger of `scans`, which queues scans that come later than that. */
const LATE_AFTER_MS = 5_000;

/** The progress of assessing, as the holder of the lease reads it. */
export type Progress = NonNullable<Awaited<ReturnType<typeof acquireLease>>>;

const isFree = (worker: string) =>
  or(isNull(holder), eq(holder, worker), lt(heldUntil, sql`clock_timestamp()`));

/** The newest scan, by one index lookup: an `exists` of later scans may read the whole table to find none. */
const newestScan = sql`(select id from ${scans} order by id desc limit 1)`;

/** Whether there is work and no other worker holds the lease. Writes nothing. */
export async function hasWork(db: Db, worker: string): Promise<boolean> {
  const [found] = await db
    .select({ is: sql`true` })
    .from(assessmentProgress)
    .where(
      and(
        isFree(worker),
        or(
          sql`${newestScan} >= ${settled}`,
          sql`exists (select from ${lateScans})`,
          lt(backlogFrom, backlogUntil),
          sql`exists (select from ${setAside} where ${eq(setAside.loop, "assessing")} and ${lte(setAside.retryAt, sql`now()`)})`,
        ),
      ),
    );
  return found !== undefined;
}

/** The time, in milliseconds, before which every scan is assessed. Late scans make alert rules evaluate their minutes again. */
export async function assessedUntil(db: Db): Promise<number> {
  const { at, isAll, now } = only(
    await db
      .select({
        at: settled,
        isAll: sql<boolean>`coalesce(${newestScan} < ${settled}, true)`,
        now: sql<number>`(extract(epoch from now()) * 1000)::float8`,
      })
      .from(assessmentProgress),
  );
  return isAll ? now - LATE_AFTER_MS : timeOfId(at);
}

/** Acquires the lease and locks it until the transaction ends; undefined while another worker holds it. */
export async function acquireLease(db: Db, worker: string) {
  const [found] = await db
    .select({
      settled,
      next,
      backlogFrom,
      backlogUntil,
      /** Whether all transactions that could commit a scan below `next` have ended. */
      canSettle: sql<boolean>`${nextXid} <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint`,
      /** When the transaction began, by the database's clock: before it had a transaction id. */
      now: sql<number>`(extract(epoch from now()) * 1000)::float8`,
    })
    .from(assessmentProgress)
    .where(isFree(worker))
    .for("update", { skipLocked: true });
  return found;
}

/** Stores the progress and extends the lease; once `next` is settled, a new one replaces it. */
export async function keepProgress(
  db: Db,
  worker: string,
  { now }: Progress,
  reached: { settled?: string; backlogFrom?: string },
): Promise<void> {
  await db.update(assessmentProgress).set({
    holder: worker,
    heldUntil: new Date(now + LEASE_MS),
    ...(reached.backlogFrom === undefined ? {} : { backlogFrom: reached.backlogFrom }),
    ...(reached.settled === undefined
      ? {}
      : {
          settled: reached.settled,
          next: leastIdAt(now - LATE_AFTER_MS),
          nextXid: sql`pg_current_xact_id()::text::bigint`,
        }),
  });
}

/** Releases the lease, so that another worker can continue at once. */
export const releaseLease = (db: Db, worker: string) =>
  db.update(assessmentProgress).set({ holder: null, heldUntil: null }).where(eq(holder, worker));
