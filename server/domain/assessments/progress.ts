import { and, eq, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { assessmentProgress } from "@/db/schema/assessment-progress";
import { lateScans } from "@/db/schema/late-scans";
import { scans } from "@/db/schema/scans";
import { setAside } from "@/db/schema/set-aside";
import { only } from "@/server/data/only";
import { leastIdAt, timeOfId } from "@/server/platform/ids";

const { settled, next, nextXid, backlogFrom, backlogUntil, holder, heldUntil } = assessmentProgress;

const HELD_FOR_MS = 10_000;
/** As the trigger of `scans` says it: what comes later than that queues by itself. */
const LATE_AFTER_MS = 5_000;

/** How far assessing is, as one worker finds it. */
export type Progress = NonNullable<Awaited<ReturnType<typeof acquireLease>>>;

const isFree = (worker: string) =>
  or(isNull(holder), eq(holder, worker), lt(heldUntil, sql`clock_timestamp()`));

/** The newest scan, by one look into the index: an `exists` of later ones may read the whole table to find none. */
const newestScan = sql`(select id from ${scans} order by id desc limit 1)`;

/** Whether there is something to do that no other worker has taken hold of. Writes nothing. */
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

/** Every scan from before that moment, in milliseconds, is assessed, unless it came late: then what it changes is judged again. */
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

/** Keeps all other workers away until the transaction ends; nothing where one of them is at work, or has just been. */
export async function acquireLease(db: Db, worker: string) {
  const [found] = await db
    .select({
      settled,
      next,
      backlogFrom,
      backlogUntil,
      /** Whoever could still bring a scan below `next` has ended. */
      canSettle: sql<boolean>`${nextXid} <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint`,
      /** When the transaction began, by the database's clock: before it had a number. */
      now: sql<number>`(extract(epoch from now()) * 1000)::float8`,
    })
    .from(assessmentProgress)
    .where(isFree(worker))
    .for("update", { skipLocked: true });
  return found;
}

/** Writes how far it is now: where `next` is settled, another one takes its place. */
export async function keepProgress(
  db: Db,
  worker: string,
  { now }: Progress,
  is: { settled?: string; backlogFrom?: string },
): Promise<void> {
  await db.update(assessmentProgress).set({
    holder: worker,
    heldUntil: new Date(now + HELD_FOR_MS),
    ...(is.backlogFrom === undefined ? {} : { backlogFrom: is.backlogFrom }),
    ...(is.settled === undefined
      ? {}
      : {
          settled: is.settled,
          next: leastIdAt(now - LATE_AFTER_MS),
          nextXid: sql`pg_current_xact_id()::text::bigint`,
        }),
  });
}

/** Lets others go on at once. */
export const releaseLease = (db: Db, worker: string) =>
  db.update(assessmentProgress).set({ holder: null, heldUntil: null }).where(eq(holder, worker));
