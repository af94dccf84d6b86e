import { and, asc, gt, gte, inArray, lt } from "drizzle-orm";
import type { Connection, Db } from "@/db/client";
import { lateScans } from "@/db/schema/late-scans";
import { scans } from "@/db/schema/scans";
import { walkIndexes } from "@/server/data/walk-indexes";
import { evaluateAgain, OF_SCANS } from "@/server/domain/alerts/evaluate-again";
import { isOutage } from "@/server/loops/fault";
import { workInHalves } from "@/server/loops/halves";
import { dueAside, putAside, takeBack } from "@/server/loops/set-aside";
import { leastIdAt } from "@/server/platform/ids";
import { assessScans } from "./assess-scans";
import { acquireLease, keepProgress, type Progress } from "./progress";

/*
 * Every scan is assessed once, whoever crashes and however late it is committed (decision 0026). Scans are walked by id, which is by
 * time. Of those that come in time, one with an id below `next` was inserted before `next` was chosen, by a transaction with a number
 * below `nextXid`: once these have ended, all of them are seen, and `next` is settled. Those that come late stand in `late_scans`, by
 * the very transaction that brings them. A turn is one transaction, so nothing of one that fails is left.
 */
export const MAX_BATCH_SIZE = 500;
const MAX_LISTED = 50_000;
const MAX_RETRIED = 20;
const LOOP = "assessing";
/** While something long is under way nothing is settled: then the walk begins so long ago. */
const TRAIL_MS = 15_000;

export interface Assessor {
  /** Its name among workers. */
  id: string;
  /** Scans that it has assessed and that are not settled yet. */
  seen: Set<string>;
  /** Of its next turn: less after turns that fail as a whole, on a machine that has little time for it. */
  batchSize?: number;
}

async function listNew(db: Db, { settled, canSettle, now }: Progress, { seen }: Assessor) {
  const trail = leastIdAt(now - TRAIL_MS);
  const from = canSettle || settled > trail ? settled : trail;
  const listed = await db
    .select({ id: scans.id })
    .from(scans)
    .where(gte(scans.id, from))
    .orderBy(asc(scans.id))
    .limit(MAX_LISTED);
  return {
    unseen: listed.map(({ id }) => id).filter((id) => !seen.has(id)),
    /** Where there are too many to list: the last one. */
    end: listed[MAX_LISTED - 1]?.id,
  };
}

async function takeLate(db: Db, batchSize: number): Promise<string[]> {
  const some = db
    .select({ id: lateScans.scanId })
    .from(lateScans)
    .orderBy(asc(lateScans.scanId))
    .limit(batchSize)
    .for("update", { skipLocked: true });
  const taken = await db.delete(lateScans).where(inArray(lateScans.scanId, some)).returning();
  return taken.map(({ scanId }) => scanId);
}

async function listBacklog(
  db: Db,
  { backlogFrom, backlogUntil }: Progress,
  batchSize: number,
): Promise<string[]> {
  if (backlogFrom >= backlogUntil) return [];
  const listed = await db
    .select({ id: scans.id })
    .from(scans)
    .where(and(gt(scans.id, backlogFrom), lt(scans.id, backlogUntil)))
    .orderBy(asc(scans.id))
    .limit(batchSize);
  return listed.map(({ id }) => id);
}

/** What there is to do in a turn; all of it in the order of its index, however much there is and whatever the statistics say. */
const listScans = (db: Db, progress: Progress, assessor: Assessor, batchSize: number) =>
  walkIndexes(db, async (db) => {
    const { unseen, end } = await listNew(db, progress, assessor);
    const late = await takeLate(db, batchSize);
    const hasMore = unseen.length > batchSize || end !== undefined || late.length === batchSize;
    return { unseen, end, late, hasMore, backlog: hasMore ? [] : await listBacklog(db, progress, batchSize) };
  });

const earlier = (a: string, b: string | undefined) => (b !== undefined && b < a ? b : a);

const queueLate = (db: Db, ids: string[]) =>
  db
    .insert(lateScans)
    .values(ids.map((scanId) => ({ scanId })))
    .onConflictDoNothing();

/** What came late may be of minutes that alert rules have judged. */
async function evaluateLate(db: Db, late: string[]): Promise<void> {
  if (late.length === 0) return;
  const { id, producerId, timestamp } = scans;
  await evaluateAgain(
    db,
    await db.select({ producerId, timestamp }).from(scans).where(inArray(id, late)),
    OF_SCANS,
  );
}

/** Assesses scans together; one by itself without those after it, if need be, as one of these may be to blame. */
async function assessTogether(db: Db, ids: string[]): Promise<void> {
  try {
    await db.transaction((tx) => assessScans(tx, ids));
  } catch (reason) {
    if (ids.length > 1 || isOutage(reason)) throw reason;
    await db.transaction((tx) => assessScans(tx, ids, 0));
  }
}

/** Assesses scans, in halves where that fails; one that fails alone is set aside. Returns those that were handled. */
async function assessInHalves(db: Db, ids: string[], retried: string[]): Promise<string[]> {
  const failed = new Set<string>();
  const { handled } = await workInHalves(ids, {
    work: (some) => assessTogether(db, some),
    setAside: async (id, reason) => {
      failed.add(id);
      await putAside(db, LOOP, id, reason);
    },
  });
  const done = ids.slice(0, handled);
  const again = new Set(retried);
  await takeBack(
    db,
    LOOP,
    done.filter((id) => again.has(id) && !failed.has(id)),
  );
  return done;
}

/**
 * Assesses some of what there is: new scans first, then those that came late, then those from before there were assessments, and
 * some of those that were set aside. Tells whether there is more to do at once.
 */
export async function takeTurn(db: Connection, assessor: Assessor): Promise<{ hasMore: boolean }> {
  const batchSize = assessor.batchSize ?? MAX_BATCH_SIZE;
  const done = await db.transaction(async (tx) => {
    const progress = await acquireLease(tx, assessor.id);
    if (!progress) return undefined;
    const { unseen, end, late, backlog, hasMore } = await listScans(tx, progress, assessor, batchSize);
    const fresh = unseen.slice(0, batchSize);
    const retried = await dueAside(tx, LOOP, MAX_RETRIED);
    const ids = [...new Set([...fresh, ...late, ...backlog, ...retried])];
    const handled = await assessInHalves(tx, ids, retried);
    const isWhole = handled.length === ids.length;
    if (!isWhole && late.length > 0) await queueLate(tx, late);
    await evaluateLate(tx, late);
    const settled =
      progress.canSettle && isWhole && fresh.length === unseen.length
        ? earlier(progress.next, end)
        : undefined;
    const isInBacklog = isWhole && !hasMore && progress.backlogFrom < progress.backlogUntil;
    await keepProgress(tx, assessor.id, progress, {
      ...(settled === undefined ? {} : { settled }),
      ...(isInBacklog ? { backlogFrom: backlog[batchSize - 1] ?? progress.backlogUntil } : {}),
    });
    const isFresh = new Set(fresh);
    return {
      handled: handled.filter((id) => isFresh.has(id)),
      settled,
      hasMore: hasMore || !isWhole || backlog.length === batchSize,
    };
  });
  if (!done) return { hasMore: false };
  for (const id of done.handled) assessor.seen.add(id);
  const { settled } = done;
  if (settled !== undefined) for (const id of assessor.seen) if (id < settled) assessor.seen.delete(id);
  return { hasMore: done.hasMore };
}
