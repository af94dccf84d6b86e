import { and, asc, gt, gte, inArray, lt, sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import type { Connection, Db } from "@/db/client";
import { SHARES } from "@/db/schema/assessment-progress";
import { lateScans } from "@/db/schema/late-scans";
import { scans } from "@/db/schema/scans";
import { walkIndexes } from "@/server/data/walk-indexes";
import { evaluateAgain, OF_SCANS } from "@/server/domain/alerts/evaluate-again";
import { isOutage } from "@/server/loops/fault";
import { workInHalves } from "@/server/loops/halves";
import { dueAside, putAside, takeBack } from "@/server/loops/set-aside";
import { leastIdAt, newId } from "@/server/platform/ids";
import { assessScans } from "./assess-scans";
import { acquireShares, arrayOf, keepProgress, type Progress, type Reached, shareOfScan } from "./progress";
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
const MAX_LISTED = 50_000;
const MAX_RETRIED = 20;
const LOOP = "assessing";
/** During a long transaction nothing is settled; the walk then starts this long ago. */
const TRAIL_MS = 15_000;
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** What a worker knows of a share while it has every turn. */
interface Kept {
  /** Scans that the worker has assessed and that are not settled yet. */
  seen: Set<string>;
  /** The recent scans of its items, while every new scan is remembered. */
  recent: RecentByItem;
  /** The oldest transaction that ran when the worker last listed all new scans: unseen ones are of no older transaction. */
  listedXmin: string | undefined;
}

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

function walksFrom({ settled, canSettle, now }: Progress): string {
  const trail = leastIdAt(now - TRAIL_MS);
  return canSettle || settled > trail ? settled : trail;
}

/** The value for the share of a scan. */
const fromOfShare = (byShare: string[]) => sql`(${makePgArray(byShare)}::uuid[])[${shareOfScan} + 1]`;

async function listNew(db: Db, shares: readonly Progress[], of: (share: number) => Kept) {
  const from: string[] = Array.from({ length: SHARES }, () => LAST_ID);
  for (const progress of shares) from[progress.share] = walksFrom(progress);
  const [least = LAST_ID] = from.toSorted();
  const xmins = shares.map(({ share }) => of(share).listedXmin);
  const known = xmins.filter((xmin) => xmin !== undefined);
  const isOfLater = sql`age(${scans}.xmin) <= (select max(age(xmin)) from unnest(${makePgArray(known)}::xid[]) as listed(xmin))`;
  const listed = await db
    .select({ id: scans.id, share: shareOfScan })
    .from(scans)
    .where(
      and(
        gte(scans.id, least),
        sql`${scans.id} >= ${fromOfShare(from)}`,
        known.length === xmins.length ? isOfLater : undefined,
      ),
    )
    .orderBy(asc(scans.id))
    .limit(MAX_LISTED);
  return {
    unseen: listed.filter(({ id, share }) => !of(share).seen.has(id)),
    /** The last listed scan, if there are too many to list. */
    end: listed[MAX_LISTED - 1]?.id,
  };
}

async function takeLate(db: Db, shares: readonly Progress[], batchSize: number) {
  const some = db
    .select({ share: lateScans.share, id: lateScans.scanId })
    .from(lateScans)
    .where(sql`${lateScans.share} = any(${arrayOf(shares)})`)
    .orderBy(asc(lateScans.share), asc(lateScans.scanId))
    .limit(batchSize)
    .for("update", { skipLocked: true });
  return db
    .delete(lateScans)
    .where(sql`(${lateScans.share}, ${lateScans.scanId}) in ${some}`)
    .returning({ share: lateScans.share, id: lateScans.scanId });
}

/** Lists scans of the backlogs, and says up to where these then are assessed. */
async function listBacklog(db: Db, shares: readonly Progress[], batchSize: number) {
  const open = shares.filter(({ backlogFrom, backlogUntil }) => backlogFrom < backlogUntil);
  const [first] = open.toSorted((a, b) => (a.backlogFrom < b.backlogFrom ? -1 : 1));
  if (!first) return undefined;
  const from: string[] = Array.from({ length: SHARES }, () => LAST_ID);
  for (const { share, backlogFrom } of open) from[share] = backlogFrom;
  const listed = await db
    .select({ id: scans.id })
    .from(scans)
    .where(
      and(
        gt(scans.id, first.backlogFrom),
        lt(scans.id, first.backlogUntil),
        sql`${scans.id} > ${fromOfShare(from)}`,
      ),
    )
    .orderBy(asc(scans.id))
    .limit(batchSize);
  return { ids: listed.map(({ id }) => id), until: listed[batchSize - 1]?.id ?? first.backlogUntil };
}

/** Pieces set aside whose retry is due, of the producers of some shares. */
async function listRetried(db: Db, shares: readonly Progress[]): Promise<string[]> {
  const due = await dueAside(db, LOOP, MAX_RETRIED);
  if (due.length === 0) return [];
  const { id } = scans;
  const known = await db
    .select({ id, isOwn: sql<boolean>`${shareOfScan} = any(${arrayOf(shares)})` })
    .from(scans)
    .where(inArray(id, due));
  const others = new Set(known.flatMap(({ id, isOwn }) => (isOwn ? [] : id)));
  return due.filter((id) => !others.has(id));
}

/** Lists the work of a turn in index order, whatever its amount and the planner statistics. */
const listScans = (db: Db, shares: readonly Progress[], of: (share: number) => Kept, batchSize: number) =>
  walkIndexes(db, async (db) => {
    const { unseen, end } = await listNew(db, shares, of);
    const late = await takeLate(db, shares, batchSize);
    const isLateLeft = late.length === batchSize;
    const hasMore = unseen.length > batchSize || end !== undefined || isLateLeft;
    const backlog = hasMore ? undefined : await listBacklog(db, shares, batchSize);
    return { unseen, end, late, isLateLeft, hasMore, backlog };
  });

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

  const isAllHandled = isWhole && fresh.length === unseen.length;
  const isMore = hasMore || !isWhole || (backlog?.ids.length ?? 0) === batchSize;
  const reached = shares.map(
    ({ share, next, canSettle, backlogFrom }): Reached => ({
      share,
      settled: isAllHandled && canSettle ? earlier(next, end) : undefined,
      backlogFrom: isWhole && backlog && backlog.until > backlogFrom ? backlog.until : undefined,
    }),
  );
  const isHandled = new Set(handled);
  for (const { id, share } of fresh) if (isHandled.has(id)) keptBy(share).seen.add(id);
  for (const [n, progress] of shares.entries()) {
    const kept = keptBy(progress.share);
    const isListed = isAllHandled && end === undefined && walksFrom(progress) === progress.settled;
    kept.listedXmin = isListed ? progress.xmin : undefined;
    const settled = reached[n]?.settled;
    if (settled !== undefined) for (const id of kept.seen) if (id < settled) kept.seen.delete(id);
  }
  await keepProgress(db, assessor.id, reached, { now: first.now, hasMore: isMore });
  return { hasMore: isMore };
}
