import { and, arrayContains, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { assessments, type ScanReason } from "@/db/schema/assessments";
import { identifiers } from "@/db/schema/identifiers";
import { items } from "@/db/schema/items";
import { NO_COUNTRY } from "@/db/schema/scan-days";
import { type Scan, scans } from "@/db/schema/scans";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import {
  during,
  type Key,
  type KeysetPage,
  type Lead,
  type Listed,
  readKeyset,
  type TimeColumn,
} from "@/server/data/keyset";
import { shownOf } from "@/server/domain/shared/shown";
import { shownTitle } from "@/server/domain/shared/shown-title";
import { liesIn } from "@/server/domain/stats/box";
import type { ScanFilter } from "./filter";

/** A scan as lists show it. */
export interface ListedScan
  extends Pick<
    Scan,
    | "id"
    | "identifier"
    | "timestamp"
    | "copyclassification"
    | "latitude"
    | "longitude"
    | "country"
    | "continent"
    | "os"
    | "device"
    | "softwareversion"
    | "creator"
  > {
  /** Its item's title now, as scanners see it: the group's where that has one. */
  itemTitle: string | null;
  /** The group that its item was in at the time. */
  groupId: string | null;
  /** What speaks against it; nothing where nothing does, or it is not assessed yet. */
  reasons: ScanReason[] | null;
}

const columns = {
  id: scans.id,
  identifier: scans.identifier,
  timestamp: scans.timestamp,
  copyclassification: scans.copyclassification,
  latitude: scans.latitude,
  longitude: scans.longitude,
  country: scans.country,
  continent: scans.continent,
  os: shownOf(scans.os),
  device: scans.device,
  softwareversion: shownOf(scans.softwareversion),
  creator: scans.creator,
  itemTitle: shownTitle,
  groupId: scans.groupId,
  reasons: assessments.reasons,
};

/** Scans as lists show them, by any condition of the scans' columns. */
export const readListedScans = (ctx: Ctx, where: SQL | undefined, order: SQL[], most: number) =>
  ctx.db
    .select(columns)
    .from(scans)
    .innerJoin(items, eq(items.id, scans.itemId))
    .leftJoin(assessments, eq(assessments.scanId, scans.id))
    .where(where)
    .orderBy(...order)
    .limit(most);

/** Of a scan in a list. */
export const keyOfScan = ({ timestamp, id }: Pick<Scan, "timestamp" | "id">): Key => ({ at: timestamp, id });

/** So much of a system is in its index; shorter ones are there as a whole. */
const INDEXED_CHARACTERS = 40;

/** Of a system, what its index leaves open. */
const isBeyondIndex = (os: string) =>
  [...os].length < INDEXED_CHARACTERS
    ? undefined
    : sql`lower(${scans.os} collate "C") = lower(${os}::text collate "C")`;

/** The same system, in upper or lower case. */
export const isOs = (os: string) => and(sql`system_of(${scans.os}) = system_of(${os})`, isBeyondIndex(os));

const MAX_SCANS_IN_BOX = 20_000;

/** The newest scans of a box that few lie in, found by their places. Nothing where it has too many for that. */
async function scansInBox(
  ctx: Ctx,
  inBox: SQL,
  { left, order, most }: { left: SQL | undefined; order: SQL[]; most: number },
): Promise<ListedScan[] | undefined> {
  const [found] = await ctx.db.execute<{ many: boolean }>(
    sql`select count(*) > ${MAX_SCANS_IN_BOX} as many from (select from ${scans} where ${inBox} limit ${MAX_SCANS_IN_BOX + 1}) inside`,
  );
  if (found?.many) return undefined;
  // The offset keeps the order, for which there is another index, away from the search by place.
  const ids = sql`select inside.id from (select ${scans.id} from ${scans} where ${inBox} offset 0) inside`;
  return readListedScans(ctx, and(sql`${scans.id} in (${ids})`, left), order, most);
}

/** The caller's item that has an identifier now; an id of `null` where it had one, and deleted it. */
async function itemOf(ctx: Ctx, identifier: string): Promise<{ id: number | null } | undefined> {
  const [found] = await ctx.db
    .select({ id: items.id })
    .from(identifiers)
    .leftJoin(items, and(eq(items.identifier, identifiers.identifier), isNull(items.deletedAt)))
    .where(
      and(
        eq(identifiers.identifier, identifier),
        eq(identifiers.producerId, callingProducer(ctx).producerId),
      ),
    );
  return found;
}

/** ISO 3166-1 alpha-2; `ZZ` is none. */
const isOfCountry = (country: string) =>
  country === NO_COUNTRY ? isNull(scans.country) : eq(scans.country, country);

/** What lists of scans walk: all of them, or those that something speaks against. */
interface Walked {
  table: PgTable;
  producerId: PgColumn;
  itemId: PgColumn;
  time: TimeColumn;
  id: PgColumn;
}
const ALL: Walked = {
  table: scans,
  producerId: scans.producerId,
  itemId: scans.itemId,
  time: scans.timestamp,
  id: scans.id,
};
const SUSPICIOUS: Walked = {
  table: assessments,
  producerId: assessments.producerId,
  itemId: assessments.itemId,
  time: assessments.timestamp,
  id: assessments.scanId,
};

/** A condition on what scans tell, and what its index begins with. */
interface Told {
  is: SQL | undefined;
  lead?: Lead;
  /** What the lead leaves open. */
  besides?: SQL | undefined;
}

const tells = (column: PgColumn, value: string): Told => ({ is: eq(column, value), lead: { column, value } });

/** The conditions that have an index, those of the likely rarest first: originals are most of all scans. */
const byRarity = ({ device, verdict, country, group, os }: ScanFilter): Told[] =>
  [
    device === undefined ? undefined : tells(scans.device, device),
    verdict && verdict !== "original" ? tells(scans.copyclassification, verdict) : undefined,
    country === undefined
      ? undefined
      : country === NO_COUNTRY
        ? { is: isOfCountry(country) }
        : tells(scans.country, country),
    group === undefined || group === "none" ? undefined : tells(scans.groupId, group),
    os === undefined
      ? undefined
      : {
          is: isOs(os),
          lead: { column: sql`system_of(${scans.os})`, value: sql`system_of(${os})` },
          besides: isBeyondIndex(os),
        },
    verdict === "original" ? tells(scans.copyclassification, verdict) : undefined,
  ].filter((condition) => condition !== undefined);

/** The scans of the caller's items that a filter lets pass, newest first; none of an item or group that is not the caller's. */
export async function listScans(ctx: Ctx, filter: ScanFilter, page: KeysetPage): Promise<Listed<ListedScan>> {
  const { producerId } = callingProducer(ctx);
  const item = filter.item === undefined ? undefined : await itemOf(ctx, filter.item);
  if (filter.item !== undefined && !item) return { entries: [], nextCursor: null };
  const { suspicious } = filter;
  const along = suspicious === undefined ? ALL : SUSPICIOUS;
  const ofItem: Told | undefined = item?.id
    ? { is: eq(along.itemId, item.id), lead: { column: along.itemId, value: item.id } }
    : undefined;
  const told = byRarity(filter);
  // One index is walked: the item's, that of the suspicious ones, or that of the likely rarest condition.
  const walkedBy = ofItem ?? (suspicious ? undefined : told[0]);
  const others = told.filter((one) => one !== walkedBy);
  const lead = walkedBy?.lead;
  const own = eq(along.producerId, producerId);
  // The item's index does not know of producers, and the item is the caller's.
  const walked = and(
    ofItem ? undefined : own,
    during({ lead, time: along.time }, filter),
    lead ? walkedBy?.besides : walkedBy?.is,
  );
  const hasReason =
    suspicious && suspicious !== "any" ? arrayContains(assessments.reasons, [suspicious]) : undefined;
  const isOfDeleted = item?.id === null ? eq(scans.identifier, filter.item ?? "") : undefined;
  const inBox = filter.box && liesIn(filter.box, sql`${scans.longitude}`, sql`${scans.latitude}`);
  // No index knows those in no group.
  const isInNone = filter.group === "none" ? isNull(scans.groupId) : undefined;
  const left = and(hasReason, isOfDeleted, inBox, isInNone, ...others.map(({ is }) => is));
  return readKeyset<ListedScan>(ctx, page, (ctx) => ({
    time: along.time,
    id: along.id,
    lead,
    keyOf: keyOfScan,
    read: (range, order, most) => readListedScans(ctx, and(walked, left, range), order, most),
    ...(left && { walked: { table: along.table, where: walked } }),
    ...(inBox &&
      !suspicious && {
        shortcut: async (range, order, most) => {
          const inTime = during({ time: scans.timestamp }, filter);
          const rows = await scansInBox(ctx, and(eq(scans.producerId, producerId), inTime, inBox) ?? inBox, {
            left: and(walkedBy?.is, left, range),
            order,
            most,
          });
          return rows && { rows };
        },
      }),
  }));
}
