import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { items } from "@/db/schema/items";
import { type Scan, scans } from "@/db/schema/scans";
import { type Ctx, callingProducer } from "@/server/ctx";
import { ownedGroup } from "@/server/domain/groups/read";
import { ownedItem } from "@/server/domain/items/read";
import { type Key, type KeysetPage, type Listed, readKeyset } from "@/server/domain/shared/keyset";
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
  /** Its item's title now, which scanners see unless its group has one. */
  itemTitle: string | null;
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
  os: scans.os,
  device: scans.device,
  softwareversion: scans.softwareversion,
  creator: scans.creator,
  itemTitle: items.title,
};

/** Scans as lists show them, by any condition of the scans' columns. */
export const readListedScans = (ctx: Ctx, where: SQL | undefined, order: SQL[], most: number) =>
  ctx.db
    .select(columns)
    .from(scans)
    .innerJoin(items, eq(items.id, scans.itemId))
    .where(where)
    .orderBy(...order)
    .limit(most);

/** Of a scan in a list. */
export const keyOfScan = ({ timestamp, id }: Pick<Scan, "timestamp" | "id">): Key => ({ at: timestamp, id });

/** The scans of the caller's items that a filter lets pass, newest first. 404 and 403 as of the item or group that it names. */
export async function listScans(ctx: Ctx, filter: ScanFilter, page: KeysetPage): Promise<Listed<ListedScan>> {
  const { producerId } = callingProducer(ctx);
  const item = filter.item === undefined ? undefined : await ownedItem(ctx, filter.item);
  const group = filter.group === undefined ? undefined : await ownedGroup(ctx, filter.group);
  const isVerdict = filter.verdict && eq(scans.copyclassification, filter.verdict);
  const isCountry = filter.country === undefined ? undefined : eq(scans.country, filter.country);
  const isOs = filter.os === undefined ? undefined : eq(scans.os, filter.os);
  // One index is walked: of the item, of the verdict and country, of one of them, or of all.
  const walked = and(
    eq(scans.producerId, producerId),
    item && eq(scans.itemId, item.id),
    filter.from === undefined ? undefined : gte(scans.timestamp, new Date(filter.from)),
    filter.before === undefined ? undefined : lt(scans.timestamp, new Date(filter.before)),
    item ? undefined : isVerdict,
    item || isVerdict ? undefined : isCountry,
  );
  const left = and(
    item ? isVerdict : undefined,
    item || isVerdict ? isCountry : undefined,
    isOs,
    group &&
      sql`exists (select from ${items} member where member.id = ${scans.itemId} and member.group_id = ${group.id})`,
  );
  return readKeyset<ListedScan>(page, {
    time: scans.timestamp,
    id: scans.id,
    keyOf: keyOfScan,
    read: (range, order, most) => readListedScans(ctx, and(walked, left, range), order, most),
    ...(left && {
      keyAfter: async (range, order, skip) => {
        const [row] = await ctx.db
          .select({ timestamp: scans.timestamp, id: scans.id })
          .from(scans)
          .where(and(walked, range))
          .orderBy(...order)
          .offset(skip)
          .limit(1);
        return row && keyOfScan(row);
      },
    }),
  });
}
