import { inArray } from "drizzle-orm";
import type { Connection, Db } from "@/db/client";
import { SHARES } from "@/db/schema/assessment-progress";
import { lateScans } from "@/db/schema/late-scans";
import { scans } from "@/db/schema/scans";
import { evaluateAgain, OF_SCANS } from "@/server/domain/alerts/evaluate-again";
import { isOutage } from "@/server/loops/fault";
import { workInHalves } from "@/server/loops/halves";
import { putAside, takeBack } from "@/server/loops/set-aside";
import { newId } from "@/server/platform/ids";
import { assessScans } from "./assess-scans";
import { type Kept, listRetried, listScans, walksFrom } from "./list-scans";
import { acquireShares, keepProgress, LOOP, type Progress, type Reached } from "./progress";
import { newRecentByItem, type RecentByItem } from "./recent";

/*
 * Every scan is assessed once, despite crashes and late commits (decision 0026). Scans are walked by id, which is time order. A scan
 * that is in time and has an id below `next` was inserted before `next` was chosen, by a transaction numbered below `nextXid`. Once
 * these transactions have ended, all such scans are visible and `next` is settled. Late scans are queued in `late_scans` by the
 * transaction that inserts them. A turn is one transaction, so a failed turn leaves nothing behind.
 *
 * Producers are divided into shares, each with a progress of its own. A turn takes all shares that are free; with a backlog it takes
 * few, so that other processes can work on the others.
 */
export const MAX_BATCH_SIZE = 20_000;
const MAX_SHARES_BEHIND = SHARES / 4;

export interface Assessor {
  /** Identifies the worker. */
  id: string;
  /** By share. */
  kept: Map<number, Kept>;
  /** Whether the last turn left work, so that the next one takes few shares. */
  isBehind: boolean;
  /** Of the next turn: smaller after turns that fail as a whole, as on a busy machine. */
  batchSize?: number;
}

export const newAssessor = (): Assessor => ({ id: newId(), kept: new Map(), isBehind: false });

/** What is known of the shares of a turn; nothing of those that another worker had meanwhile. */
function keptOf({ kept }: Assessor, shares: readonly Progress[]): (share: number) => Kept {
  for (const { share, isKept } of shares)
    if (!isKept || !kept.has(share))
      kept.set(share, { seen: new Set(), recent: newRecentByItem(), listedXmin: undefined });
  return (share) => {
    const found = kept.get(share);
    if (!found) throw new Error(`The share ${share} is not of this turn.`);
    return found;
  };
}

const earlier = (a: string, b: string | undefined) => (b !== undefined && b < a ? b : a);

const queueLate = (db: Db, late: { share: number; id: string }[]) =>
  db
    .insert(lateScans)
    .values(late.map(({ share, id }) => ({ share, scanId: id })))
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

type RecentOfShare = (share: number) => RecentByItem;

/** Assesses scans together; retries a single one without the scans after it, one of which may be the cause. */
async function assessTogether(db: Db, ids: string[], recentOf: RecentOfShare | undefined): Promise<void> {
  try {
    await db.transaction((tx) => assessScans(tx, ids, { recentOf }));
  } catch (reason) {
    if (ids.length > 1 || isOutage(reason)) throw reason;
    await db.transaction((tx) => assessScans(tx, ids, { again: 0 }));
  }
}

/** Assesses scans and halves failing batches; a scan that fails alone is set aside. Returns the handled scans. */
async function assessInHalves(
  db: Db,
  ids: string[],
  retried: string[],
  recentOf?: RecentOfShare,
): Promise<string[]> {
  const failed = new Set<string>();
  const { handled } = await workInHalves(ids, {
    work: (some) => assessTogether(db, some, recentOf),
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
  const most = assessor.isBehind ? MAX_SHARES_BEHIND : SHARES;
  try {
    const done = await db.transaction((tx) => work(tx, assessor, most, batchSize));
    const wasBehind = assessor.isBehind;
    assessor.isBehind = done?.hasMore ?? false;
    // Shares that a turn of few left out may have more.
    return { hasMore: assessor.isBehind || (wasBehind && done !== undefined) };
  } catch (reason) {
    // What was remembered in the turn may lack what it did not come to.
    assessor.kept.clear();
    throw reason;
  }
}

async function work(db: Db, assessor: Assessor, most: number, batchSize: number) {
  const shares = await acquireShares(db, assessor.id, most);
  const [first] = shares;
  if (!first) return undefined;
  const keptBy = keptOf(assessor, shares);
  const { unseen, end, late, isLateLeft, backlog, hasMore } = await listScans(db, shares, keptBy, batchSize);
  const fresh = unseen.slice(0, batchSize);
  const retried = await listRetried(db, shares);

  // Late scans that are left are not remembered: until then every history is read.
  const recentOf = isLateLeft ? undefined : (share: number) => keptBy(share).recent;
  if (isLateLeft) for (const { share } of shares) keptBy(share).recent.clear();
  const old = new Set([...(backlog?.ids ?? []), ...retried]);
  const recent = [...new Set([...fresh, ...late].map(({ id }) => id))].filter((id) => !old.has(id));
  const handled = await assessInHalves(db, recent, [], recentOf);
  const handledOld = handled.length === recent.length ? await assessInHalves(db, [...old], retried) : [];
  const isWhole = handled.length + handledOld.length === recent.length + old.size;
  if (!isWhole && late.length > 0) await queueLate(db, late);
  await evaluateLate(
    db,
    late.map(({ id }) => id),
  );

  /** The first new scan that this turn did not come to: others need not assess those before it again. */
  const firstLeft = unseen[batchSize]?.id ?? end;
  const isMore = hasMore || !isWhole || (backlog?.ids.length ?? 0) === batchSize;
  const reached = shares.map(
    ({ share, next, canSettle, backlogFrom }): Reached => ({
      share,
      settled: isWhole && canSettle ? earlier(next, firstLeft) : undefined,
      backlogFrom: isWhole && backlog && backlog.until > backlogFrom ? backlog.until : undefined,
    }),
  );
  const isHandled = new Set(handled);
  for (const { id, share } of fresh) if (isHandled.has(id)) keptBy(share).seen.add(id);
  for (const [n, progress] of shares.entries()) {
    const kept = keptBy(progress.share);
    const isListed = isWhole && firstLeft === undefined && walksFrom(progress) === progress.settled;
    kept.listedXmin = isListed ? progress.xmin : undefined;
    const settled = reached[n]?.settled;
    if (settled !== undefined) for (const id of kept.seen) if (id < settled) kept.seen.delete(id);
  }
  await keepProgress(db, assessor.id, reached, { now: first.now, hasMore: isMore });
  return { hasMore: isMore };
}
