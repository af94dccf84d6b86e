import { and, asc, gt, gte, inArray, lt, sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { SHARES } from "@/db/schema/assessment-progress";
import { lateScans } from "@/db/schema/late-scans";
import { scans } from "@/db/schema/scans";
import { walkIndexes } from "@/server/data/walk-indexes";
import { dueAside } from "@/server/loops/set-aside";
import { leastIdAt } from "@/server/platform/ids";
import { arrayOf, LOOP, type Progress, shareOfScan } from "./progress";
import type { RecentByItem } from "./recent";

const MAX_LISTED = 50_000;
const MAX_RETRIED = 20;
/** During a long transaction nothing is settled; the walk then starts this long ago. */
const TRAIL_MS = 15_000;
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** What a worker knows of a share while it has every turn. */
export interface Kept {
  /** Scans that the worker has assessed and that are not settled yet. */
  seen: Set<string>;
  /** The recent scans of its items, while every new scan is remembered. */
  recent: RecentByItem;
  /** The oldest transaction that ran when the worker last listed all new scans: unseen ones are of no older transaction. */
  listedXmin: string | undefined;
}

/** Where the walk over the new scans of a share starts. */
export function walksFrom({ settled, canSettle, now }: Progress): string {
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
export async function listRetried(db: Db, shares: readonly Progress[]): Promise<string[]> {
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
export const listScans = (
  db: Db,
  shares: readonly Progress[],
  of: (share: number) => Kept,
  batchSize: number,
) =>
  walkIndexes(db, async (db) => {
    const { unseen, end } = await listNew(db, shares, of);
    const late = await takeLate(db, shares, batchSize);
    const isLateLeft = late.length === batchSize;
    const hasMore = unseen.length > batchSize || end !== undefined || isLateLeft;
    const backlog = hasMore ? undefined : await listBacklog(db, shares, batchSize);
    return { unseen, end, late, isLateLeft, hasMore, backlog };
  });
