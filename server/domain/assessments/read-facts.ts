import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { groups } from "@/db/schema/groups";
import { items } from "@/db/schema/items";
import { ownerships } from "@/db/schema/ownerships";
import { scans } from "@/db/schema/scans";
import { walkIndexes } from "@/server/data/walk-indexes";
import { type ItemFacts, KNOWN_HOURS, MAX_KNOWN, type ScanFacts } from "./facts";
import { shareOfScan } from "./progress";

/** Scans after each subject to assess again: a late scan may be evidence against the scans right after it. */
export const LOOKED_AT_AGAIN = 5;
const NO_ID = "00000000-0000-0000-0000-000000000000";

/** A scan with the keys of its assessment. */
export interface ItemScan extends ScanFacts {
  itemId: number;
  producerId: string;
}

interface KnownScan extends ItemScan {
  /** Whether the scan is to be assessed, now or again; the others are context. */
  isSubject: boolean;
}

type Row = Omit<KnownScan, "timestamp"> & { at: number };

/**
 * Reads the given scans, up to `again` scans of the same items right after each, and the scans of those items before them, in time
 * order. From each subject the index of items is walked back to the subject before it and no further, so that no row is read twice:
 * 500 consecutive scans of one item take 700 rows (decision 0036).
 */
async function readScans(db: Db, ids: readonly string[], again: number): Promise<KnownScan[]> {
  const knownFor = sql.raw(`interval '${KNOWN_HOURS} hours'`);
  const rows = await walkIndexes(db, (db) =>
    db.execute<Row & Record<string, unknown>>(sql`
      with asked as materialized (
        select id, item_id, timestamp from ${scans} where id = any(${makePgArray([...ids])}::uuid[])
      ), subject as materialized (
        select id, item_id, timestamp from asked
        union
        select later.id, later.item_id, later.timestamp from asked cross join lateral (
          select id, item_id, timestamp from ${scans}
          where item_id = asked.item_id and (timestamp, id) > (asked.timestamp, asked.id)
            and timestamp <= asked.timestamp + ${knownFor}
          order by timestamp, id limit ${again}
        ) as later
      ), stretch as materialized (
        select *, coalesce(lag(timestamp) over of_item, '-infinity') as after_at, coalesce(lag(id) over of_item, ${NO_ID}) as after_id
        from subject window of_item as (partition by item_id order by timestamp, id)
      )
      select known.id, known.item_id::float8 as "itemId", known.producer_id as "producerId",
        (extract(epoch from known.timestamp) * 1000)::float8 as at, known.copyclassification, known.latitude,
        known.longitude, known.country, known.os, known.device, known.id = stretch.id as "isSubject"
      from stretch cross join lateral (
        select id, item_id, producer_id, timestamp, copyclassification, latitude, longitude, country, os, device from ${scans}
        where item_id = stretch.item_id and (timestamp, id) <= (stretch.timestamp, stretch.id)
          and (timestamp, id) > (stretch.after_at, stretch.after_id) and timestamp >= stretch.timestamp - ${knownFor}
        order by timestamp desc, id desc limit ${MAX_KNOWN + 1}
      ) as known`),
  );
  // Thousands of rows: set, not copied.
  return rows
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
    .map((row) => Object.assign(row, { timestamp: new Date(Math.round(row.at)) }));
}

/** Reads scans without the scans before them. */
export const readNewScans = (db: Db, ids: readonly string[]): Promise<(ItemScan & { share: number })[]> =>
  walkIndexes(db, (db) =>
    db
      .select({
        id: scans.id,
        share: shareOfScan,
        itemId: scans.itemId,
        producerId: scans.producerId,
        timestamp: scans.timestamp,
        copyclassification: scans.copyclassification,
        latitude: scans.latitude,
        longitude: scans.longitude,
        country: scans.country,
        os: scans.os,
        device: scans.device,
      })
      .from(scans)
      .where(sql`${scans.id} = any(${makePgArray([...ids])}::uuid[])`),
  );

const NO_FACTS: ItemFacts = { invalidatedAt: null, stolenAt: null, markets: null };

/** Reads the facts of items. Most have none, and are not sent. */
export async function readItems(db: Db, ids: readonly number[]): Promise<(id: number) => ItemFacts> {
  const markets = sql<unknown>`coalesce(${groups.data} -> 'markets', ${items.data} -> 'markets')`;
  const rows = await db
    .select({ id: items.id, invalidatedAt: items.invalidatedAt, stolenAt: ownerships.stolenAt, markets })
    .from(items)
    .leftJoin(groups, eq(groups.id, items.groupId))
    .leftJoin(ownerships, and(eq(ownerships.itemId, items.id), isNull(ownerships.endedAt)))
    .where(
      and(
        sql`${items.id} = any(${makePgArray([...new Set(ids)])}::bigint[])`,
        or(isNotNull(items.invalidatedAt), isNotNull(ownerships.stolenAt), isNotNull(markets)),
      ),
    );
  const factsOf = new Map(rows.map(({ id, ...facts }) => [id, facts]));
  return (id) => factsOf.get(id) ?? NO_FACTS;
}

/** The facts and scans of an item that assessments of its scans use. */
export interface KnownItem {
  facts: ItemFacts;
  /** In time order. */
  scans: KnownScan[];
}

/** Reads everything that the assessments of some scans use, by item. */
export async function readKnownItems(
  db: Db,
  ids: readonly string[],
  again = LOOKED_AT_AGAIN,
): Promise<KnownItem[]> {
  const byItem = new Map<number, KnownScan[]>();
  for (const scan of await readScans(db, ids, again)) {
    const own = byItem.get(scan.itemId);
    if (own) own.push(scan);
    else byItem.set(scan.itemId, [scan]);
  }
  const factsOf = await readItems(db, [...byItem.keys()]);
  return [...byItem].map(([id, scans]) => ({ facts: factsOf(id), scans }));
}
