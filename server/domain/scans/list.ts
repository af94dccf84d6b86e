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
  type Lead,
  type Listed,
  readKeyset,
  type SortedPage,
  type TimeColumn,
} from "@/server/data/keyset";
import { type Key, orderOf, sortOf } from "@/server/data/order";
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
  /** The item's current title as scanners see it: the group's title if it has one. */
  itemTitle: string | null;
  /** The item's group at the time of the scan. */
  groupId: string | null;
  /** The findings of the assessment; null without findings, or before the assessment. */
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

/** Reads scans as lists show them, by any condition on the columns of scans. */
export const readListedScans = (ctx: Ctx, where: SQL | undefined, order: SQL[], limit: number) =>
  ctx.db
    .select(columns)
    .from(scans)
    .innerJoin(items, eq(items.id, scans.itemId))
    .leftJoin(assessments, eq(assessments.scanId, scans.id))
    .where(where)
    .orderBy(...order)
    .limit(limit);

/** The key of a scan in a list. */
export const keyOfScan = ({ timestamp, id }: Pick<Scan, "timestamp" | "id">): Key => ({ at: timestamp, id });

/** The index of systems holds this many characters. */
const INDEXED_CHARACTERS = 40;

/** The condition on a long system that its index does not decide. */
const isBeyondIndex = (os: string) =>
  [...os].length < INDEXED_CHARACTERS
    ? undefined
    : sql`lower(${scans.os} collate "C") = lower(${os}::text collate "C")`;

/** Matches scans of a system, ignoring case. */
export const isOs = (os: string) => and(sql`system_of(${scans.os}) = system_of(${os})`, isBeyondIndex(os));

const MAX_SCANS_IN_BOX = 20_000;

/** The newest scans in a box, found by place; undefined if the box holds too many scans for that. */
async function scansInBox(
  ctx: Ctx,
  inBox: SQL,
  { remaining, order, limit }: { remaining: SQL | undefined; order: SQL[]; limit: number },
): Promise<ListedScan[] | undefined> {
  const [found] = await ctx.db.execute<{ many: boolean }>(
    sql`select count(*) > ${MAX_SCANS_IN_BOX} as many from (select from ${scans} where ${inBox} limit ${MAX_SCANS_IN_BOX + 1}) inside`,
  );
  if (found?.many) return undefined;
  // The offset separates the search by place from the order; otherwise the planner uses the index of the order.
  const ids = sql`select inside.id from (select ${scans.id} from ${scans} where ${inBox} offset 0) inside`;
  return readListedScans(ctx, and(sql`${scans.id} in (${ids})`, remaining), order, limit);
}

/** The caller's item with an identifier; its id is null if the item was deleted. */
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

/** Matches an ISO 3166-1 alpha-2 code; `ZZ` matches scans without a country. */
const isOfCountry = (country: string) =>
  country === NO_COUNTRY ? isNull(scans.country) : eq(scans.country, country);

/** The rows that lists of scans walk: all scans, or assessments with findings. */
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

/** A condition on scans, and the leading column of its index. */
interface IndexedCondition {
  is: SQL | undefined;
  lead?: Lead;
  /** The part of the condition that the lead does not cover. */
  besides?: SQL | undefined;
}

const equals = (column: PgColumn, value: string): IndexedCondition => ({
  is: eq(column, value),
  lead: { column, value },
});

/** The filter's conditions that have an index, the probably rarest first; most scans are originals. */
const byRarity = ({ device, verdict, country, group, os }: ScanFilter): IndexedCondition[] =>
  [
    device === undefined ? undefined : equals(scans.device, device),
    verdict && verdict !== "original" ? equals(scans.copyclassification, verdict) : undefined,
    country === undefined
      ? undefined
      : country === NO_COUNTRY
        ? { is: isOfCountry(country) }
        : equals(scans.country, country),
    group === undefined || group === "none" ? undefined : equals(scans.groupId, group),
    os === undefined
      ? undefined
      : {
          is: isOs(os),
          lead: { column: sql`system_of(${scans.os})`, value: sql`system_of(${os})` },
          besides: isBeyondIndex(os),
        },
    verdict === "original" ? equals(scans.copyclassification, verdict) : undefined,
  ].filter((condition) => condition !== undefined);

/** How a list of scans may be sorted. */
export const ScanSort = sortOf("time");

/** Lists the scans of the caller's items that match a filter, newest first unless sorted otherwise; none for another producer's item or group. */
export async function listScans(
  ctx: Ctx,
  filter: ScanFilter,
  page: SortedPage<"time">,
): Promise<Listed<ListedScan>> {
  const { producerId } = callingProducer(ctx);
  const item = filter.item === undefined ? undefined : await itemOf(ctx, filter.item);
  if (filter.item !== undefined && !item) return { entries: [], nextCursor: null };
  const { finding } = filter;
  const along = finding === undefined ? ALL : SUSPICIOUS;
  const ofItem: IndexedCondition | undefined = item?.id
    ? { is: eq(along.itemId, item.id), lead: { column: along.itemId, value: item.id } }
    : undefined;
  const indexed = byRarity(filter);
  // One index is walked: of the item, of the scans with findings, or of the probably rarest condition.
  const walkedBy = ofItem ?? (finding ? undefined : indexed[0]);
  const others = indexed.filter((one) => one !== walkedBy);
  const lead = walkedBy?.lead;
  const own = eq(along.producerId, producerId);
  // The index of items has no producer column, and the item is known to be the caller's.
  const walked = and(
    ofItem ? undefined : own,
    during({ lead, time: along.time }, filter),
    lead ? walkedBy?.besides : walkedBy?.is,
  );
  const hasReason = finding && finding !== "any" ? arrayContains(assessments.reasons, [finding]) : undefined;
  const isOfDeleted = item?.id === null ? eq(scans.identifier, filter.item ?? "") : undefined;
  const inBox = filter.box && liesIn(filter.box, sql`${scans.longitude}`, sql`${scans.latitude}`);
  // No index covers scans without a group.
  const isInNone = filter.group === "none" ? isNull(scans.groupId) : undefined;
  const remaining = and(hasReason, isOfDeleted, inBox, isInNone, ...others.map(({ is }) => is));
  const order = orderOf(page.sort, { time: { column: along.time, values: "time" } }, "time");
  return readKeyset<ListedScan>(ctx, page, (ctx) => ({
    time: along.time,
    order,
    id: along.id,
    lead,
    keyOf: keyOfScan,
    read: (range, order, limit) => readListedScans(ctx, and(walked, remaining, range), order, limit),
    ...(remaining && { walked: { table: along.table, where: walked } }),
    ...(inBox &&
      !finding && {
        shortcut: async (range, order, limit) => {
          const inTime = during({ time: scans.timestamp }, filter);
          const rows = await scansInBox(ctx, and(eq(scans.producerId, producerId), inTime, inBox) ?? inBox, {
            remaining: and(walkedBy?.is, remaining, range),
            order,
            limit,
          });
          return rows && { rows };
        },
      }),
  }));
}
