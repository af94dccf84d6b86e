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
 * Every scan is assessed once, despite crashes and late commits (decision 0026). Scans are walked by id, which is time order. A scan
 * that is in time and has an id below `next` was inserted before `next` was chosen, by a transaction numbered below `nextXid`. Once
 * these transactions have ended, all such scans are visible and `next` is settled. Late scans are queued in `late_scans` by the
 * transaction that inserts them. A turn is one transaction, so a failed turn leaves nothing behind.
 */
export const MAX_BATCH_SIZE = 500;
const MAX_LISTED = 50_000;
const MAX_RETRIED = 20;
const LOOP = "assessing";
/** During a long transaction nothing is settled; the walk then starts this long ago. */
const TRAIL_MS = 15_000;

export interface Assessor {
  /** Identifies the worker. */
  id: string;
  /** Scans that the worker has assessed and that are not settled yet. */
  seen: Set<string>;
  /** Of the next turn: smaller after turns that fail as a whole, as on a busy machine. */
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
    /** The last listed scan, if there are too many to list. */
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

/** Lists the work of a turn in index order, whatever its amount and the planner statistics. */
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

/** Late scans may be of minutes that alert rules have already evaluated. */
async function evaluateLate(db: Db, late: string[]): Promise<void> {
  if (late.length === 0) return;
  const { id, producerId, timestamp } = scans;
  await evaluateAgain(
    db,
    await db.select({ producerId, timestamp }).from(scans).where(inArray(id, late)),
    OF_SCANS,
  );
}

/** Assesses scans together; retries a single one without the scans after it, one of which may be the cause. */
async function assessTogether(db: Db, ids: string[]): Promise<void> {
  try {
    await db.transaction((tx) => assessScans(tx, ids));
  } catch (reason) {
    if (ids.length > 1 || isOutage(reason)) throw reason;
    await db.transaction((tx) => assessScans(tx, ids, 0));
  }
}

/** Assesses scans and halves failing batches; a scan that fails alone is set aside. Returns the handled scans. */
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
 * Assesses a batch: new scans first, then late ones, then the backlog from before the service had assessments, and some that were
 * set aside. Returns whether more work is ready.
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
