import { sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import { LRUCache } from "lru-cache";
import type { Db } from "@/db/client";
import { scans } from "@/db/schema/scans";
import { HOUR_MS, MINUTE_MS } from "@/server/core/time";
import { walkIndexes } from "@/server/data/walk-indexes";
import { KNOWN_HOURS, MAX_KNOWN, type ScanFacts } from "./facts";
import { UNUSUAL as BURST } from "./rules/burst";
import { MIN_KM } from "./rules/impossible-travel";
import { UNUSUAL as MANY } from "./rules/many-devices";

/*
 * Most items are quiet: in a day a few people scan them in one region, and no rule about earlier scans can find anything. To know
 * that, a worker remembers who scanned an item since a time, and where: at least what the earlier scans of a new one contain, so a
 * quiet item needs no read of these. An item that is not quiet is read as a whole.
 */
const MAX_REMEMBERED_ITEMS = 8_000;
/** An item that was not quiet may have become so. */
const FORGET_AFTER_MS = 10 * MINUTE_MS;
/** Scans of an item after the first new one; with more it does not count as quiet. */
const MAX_NEW = 1_000;
const MIN_SCANNERS = Math.min(BURST, MANY);
/** A degree of latitude, or of longitude at the equator, is a little shorter. */
const KM_PER_DEGREE = 111.4;

/** At least the scanners and places of all scans of an item from `since` on, of which the last 200 before a time count. */
export interface Recent {
  /** Milliseconds. */
  since: number;
  /** When it was read, in milliseconds. */
  readAt: number;
  devices: Set<string>;
  /** Scans without a device: each may be by another scanner. */
  unnamed: number;
  south: number;
  north: number;
  west: number;
  east: number;
}

type Seen = Pick<ScanFacts, "device" | "latitude" | "longitude" | "timestamp">;

export const newRecent = (since: number, readAt = Date.now()): Recent => ({
  since,
  readAt,
  devices: new Set(),
  unnamed: 0,
  south: Number.POSITIVE_INFINITY,
  north: Number.NEGATIVE_INFINITY,
  west: Number.POSITIVE_INFINITY,
  east: Number.NEGATIVE_INFINITY,
});

/** Whether no rule about earlier scans finds anything in any of the scans, whatever their order. */
export function isQuiet({ devices, unnamed, south, north, west, east }: Recent): boolean {
  if (devices.size + unnamed >= MIN_SCANNERS) return false;
  // Without a place both differences are negative.
  const km = Math.hypot(Math.max(0, north - south), Math.max(0, east - west)) * KM_PER_DEGREE;
  return km <= MIN_KM;
}

export function remember(recent: Recent, { device, latitude, longitude, timestamp }: Seen): void {
  if (timestamp.getTime() < recent.since || !isQuiet(recent)) return;
  if (device === null) recent.unnamed++;
  else recent.devices.add(device);
  if (latitude === null || longitude === null) return;
  recent.south = Math.min(recent.south, latitude);
  recent.north = Math.max(recent.north, latitude);
  recent.west = Math.min(recent.west, longitude);
  recent.east = Math.max(recent.east, longitude);
}

/** The recent scans of items by item id, which are complete as long as every new scan is remembered. */
export type RecentByItem = LRUCache<number, Recent>;

export const newRecentByItem = (): RecentByItem => new LRUCache({ max: MAX_REMEMBERED_ITEMS });

interface Row extends Record<string, unknown> {
  itemId: string;
  devices: string[] | null;
  unnamed: number;
  south: number | null;
  north: number | null;
  west: number | null;
  east: number | null;
  isCut: boolean;
}

/** The earliest of the new scans of an item. */
interface First extends Pick<ScanFacts, "id" | "timestamp"> {
  itemId: number;
}

/** Reads the scanners and places of items: of the scans that the history of the given ones contains, and of all later ones. */
async function readRecent(db: Db, firsts: readonly First[]): Promise<Map<number, Recent>> {
  const at = firsts.map(({ timestamp }) => timestamp.toISOString());
  const seen = sql.raw("device, latitude, longitude");
  const rows = await walkIndexes(db, (db) =>
    db.execute<Row>(sql`
      select first.item_id as "itemId", recent.* from unnest(${makePgArray(firsts.map(({ itemId }) => itemId))}::bigint[],
        ${makePgArray(at)}::timestamptz[], ${makePgArray(firsts.map(({ id }) => id))}::uuid[]) as first(item_id, timestamp, id)
      cross join lateral (
        select to_json((array_agg(distinct device) filter (where device is not null))[:${sql.raw(String(MIN_SCANNERS))}]) as devices,
          (count(*) filter (where device is null))::int as unnamed, count(*) > ${sql.raw(String(MAX_KNOWN + MAX_NEW))} as "isCut",
          min(latitude) as south, max(latitude) as north, min(longitude) as west, max(longitude) as east
        from (
          (select ${seen} from ${scans} where item_id = first.item_id and (timestamp, id) < (first.timestamp, first.id)
            and timestamp >= first.timestamp - ${sql.raw(`interval '${KNOWN_HOURS} hours'`)}
            order by timestamp desc, id desc limit ${sql.raw(String(MAX_KNOWN))})
          union all
          (select ${seen} from ${scans} where item_id = first.item_id and (timestamp, id) >= (first.timestamp, first.id)
            order by timestamp, id limit ${sql.raw(String(MAX_KNOWN + MAX_NEW + 1))})
        ) scan
      ) recent`),
  );
  const sinceOf = new Map(
    firsts.map(({ itemId, timestamp }) => [itemId, timestamp.getTime() - KNOWN_HOURS * HOUR_MS]),
  );
  return new Map(
    rows.map(({ itemId, devices, unnamed, south, north, west, east, isCut }) => {
      const id = Number(itemId);
      const none = newRecent(sinceOf.get(id) ?? 0);
      return [
        id,
        {
          ...none,
          devices: new Set(devices),
          unnamed: isCut ? MIN_SCANNERS : unnamed,
          south: south ?? none.south,
          north: north ?? none.north,
          west: west ?? none.west,
          east: east ?? none.east,
        },
      ];
    }),
  );
}

/** A new scan, to be assessed. */
export interface NewScan extends ScanFacts {
  itemId: number;
}

const isBefore = (a: First, b: First) =>
  a.timestamp.getTime() - b.timestamp.getTime() || (a.id < b.id ? -1 : 1);

/**
 * Remembers new scans, and returns those that no rule about earlier scans can find anything in, nor in the scans right after them.
 * Reads the recent scans of items that are not remembered.
 */
export async function pickQuiet<Scan extends NewScan>(
  db: Db,
  found: readonly Scan[],
  recentOf: (scan: Scan) => RecentByItem,
): Promise<Scan[]> {
  const unread = new Map<number, Scan>();
  for (const scan of found) {
    const { itemId } = scan;
    const remembered = recentOf(scan).get(itemId);
    const isKnown = remembered && (isQuiet(remembered) || Date.now() - remembered.readAt < FORGET_AFTER_MS);
    if (isKnown) remember(remembered, scan);
    else {
      const first = unread.get(itemId);
      if (!first || isBefore(scan, first) < 0) unread.set(itemId, scan);
    }
  }
  if (unread.size > 0)
    for (const [itemId, recent] of await readRecent(db, [...unread.values()])) {
      const scan = unread.get(itemId);
      if (scan) recentOf(scan).set(itemId, recent);
    }
  return found.filter((scan) => {
    const recent = recentOf(scan).get(scan.itemId);
    const since = scan.timestamp.getTime() - KNOWN_HOURS * HOUR_MS;
    return recent !== undefined && since >= recent.since && isQuiet(recent);
  });
}
