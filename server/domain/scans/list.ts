import { and, arrayContains, eq, gte, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { assessments, type ScanReason } from "@/db/schema/assessments";
import { identifiers } from "@/db/schema/identifiers";
import { items } from "@/db/schema/items";
import { NO_COUNTRY } from "@/db/schema/scan-days";
import { type Scan, scans } from "@/db/schema/scans";
import { type Ctx, callingProducer } from "@/server/ctx";
import { type Key, type KeysetPage, type Listed, readKeyset } from "@/server/domain/shared/keyset";
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

/** The same system, in upper or lower case. */
export const isOs = (os: string) =>
  and(
    sql`system_of(${scans.os}) = system_of(${os})`,
    [...os].length < INDEXED_CHARACTERS
      ? undefined
      : sql`lower(${scans.os} collate "C") = lower(${os}::text collate "C")`,
  );

const MOST_IN_BOX = 20_000;

/** The newest scans of a box that few lie in, found by their places. Nothing where it has too many for that. */
async function scansInBox(
  ctx: Ctx,
  inBox: SQL,
  { left, order, most }: { left: SQL | undefined; order: SQL[]; most: number },
): Promise<ListedScan[] | undefined> {
  const [found] = await ctx.db.execute<{ many: boolean }>(
    sql`select count(*) > ${MOST_IN_BOX} as many from (select from ${scans} where ${inBox} limit ${MOST_IN_BOX + 1}) inside`,
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

const isOfGroup = (group: string) => (group === "none" ? isNull(scans.groupId) : eq(scans.groupId, group));

/** What lists of scans walk: all of them, or those that something speaks against. */
interface Walked {
  table: PgTable;
  producerId: PgColumn;
  itemId: PgColumn;
  time: PgColumn;
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

/** The conditions on what scans tell, those of the likely rarest first: originals are most of all scans. */
const byRarity = ({ device, verdict, country, group, os }: ScanFilter): SQL[] =>
  [
    device === undefined ? undefined : eq(scans.device, device),
    verdict && verdict !== "original" ? eq(scans.copyclassification, verdict) : undefined,
    country === undefined ? undefined : isOfCountry(country),
    group === undefined || group === "none" ? undefined : isOfGroup(group),
    os === undefined ? undefined : isOs(os),
    group === "none" ? isOfGroup(group) : undefined,
    verdict === "original" ? eq(scans.copyclassification, verdict) : undefined,
  ].filter((condition) => condition !== undefined);

/** The scans of the caller's items that a filter lets pass, newest first; none of an item or group that is not the caller's. */
export async function listScans(ctx: Ctx, filter: ScanFilter, page: KeysetPage): Promise<Listed<ListedScan>> {
  const { producerId } = callingProducer(ctx);
  const item = filter.item === undefined ? undefined : await itemOf(ctx, filter.item);
  if (filter.item !== undefined && !item) return { entries: [], nextCursor: null };
  const { suspicious } = filter;
  const along = suspicious === undefined ? ALL : SUSPICIOUS;
  const inTime = and(
    filter.from === undefined ? undefined : gte(along.time, new Date(filter.from)),
    filter.before === undefined ? undefined : lt(along.time, new Date(filter.before)),
  );
  const isOfItem = item?.id ? eq(along.itemId, item.id) : undefined;
  const told = byRarity(filter);
  // One index is walked: the item's, that of the suspicious ones, or that of the likely rarest condition.
  const [walkedBy, ...others] = isOfItem || suspicious ? [isOfItem, ...told] : told;
  const walked = and(eq(along.producerId, producerId), inTime, walkedBy);
  const hasReason =
    suspicious && suspicious !== "any" ? arrayContains(assessments.reasons, [suspicious]) : undefined;
  const isOfDeleted = item?.id === null ? eq(scans.identifier, filter.item ?? "") : undefined;
  const inBox = filter.box && liesIn(filter.box, sql`${scans.longitude}`, sql`${scans.latitude}`);
  const left = and(hasReason, isOfDeleted, inBox, ...others);
  return readKeyset<ListedScan>(page, {
    time: along.time,
    id: along.id,
    keyOf: keyOfScan,
    read: (range, order, most) => readListedScans(ctx, and(walked, left, range), order, most),
    ...(left && {
      keyAfter: async (range, order, skip) => {
        const [row] = await ctx.db
          .select({ at: sql`${along.time}`.mapWith(scans.timestamp), id: sql<string>`${along.id}` })
          .from(along.table)
          .where(and(walked, range))
          .orderBy(...order)
          .offset(skip)
          .limit(1);
        return row;
      },
    }),
    ...(inBox &&
      !suspicious && {
        shortcut: async (range, order, most) => {
          const rows = await scansInBox(ctx, and(eq(scans.producerId, producerId), inTime, inBox) ?? inBox, {
            left: and(walkedBy, left, range),
            order,
            most,
          });
          return rows && { rows };
        },
      }),
  });
}
