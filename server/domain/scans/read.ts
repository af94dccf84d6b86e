import { and, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import { contents } from "@/db/schema/contents";
import { type Item, items } from "@/db/schema/items";
import { type Scan, scans } from "@/db/schema/scans";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { forbidden, notFound } from "@/server/core/errors";
import { extended } from "@/server/core/extended";
import { batchedRead } from "@/server/data/batched-read";
import { only } from "@/server/data/only";
import { type Page, type Paged, readPage } from "@/server/data/paging";
import { textWithin, weightOf } from "@/server/data/weight";
import { ownedItem } from "@/server/domain/items/read";
import { isId } from "@/server/platform/ids";
import { LONG_COLUMNS } from "./columns";
import type { ScanAsText, ScanWithImages, WithImages } from "./view";

/** Adds the images of scans, with one query. */
export async function withImages<S extends Pick<Scan, "id">>(ctx: Ctx, rows: S[]): Promise<WithImages<S>[]> {
  const images = new Map(rows.map(({ id }): [string | null, string[]] => [id, []]));
  const found =
    rows.length === 0
      ? []
      : await ctx.db
          .select({ id: contents.id, scanId: contents.scanId })
          .from(contents)
          .where(sql`${contents.scanId} = any(${makePgArray([...images.keys()])}::uuid[])`)
          .orderBy(desc(contents.id));
  for (const { id, scanId } of found) images.get(scanId)?.push(id);
  return rows.map((scan) => extended(scan, { images: images.get(scan.id) ?? [] }));
}

const columns = getTableColumns(scans);
const asText = {
  ...columns,
  data: sql<string>`${scans.data}::text`,
  softwareInfo: sql<string | null>`${scans.softwareInfo}::text`,
  deviceInfo: sql<string | null>`${scans.deviceInfo}::text`,
};

const asLightText = (maxBytes: number) => ({
  data: textWithin(maxBytes, scans.data),
  softwareInfo: textWithin(maxBytes, scans.softwareInfo),
  deviceInfo: textWithin(maxBytes, scans.deviceInfo),
  os: textWithin(maxBytes, scans.os),
  softwareversion: textWithin(maxBytes, scans.softwareversion),
  longCount: sql<number>`num_nonnulls(${sql.join(LONG_COLUMNS, sql`, `)})`,
});

type LightScan = Omit<ScanAsText, "data"> & { data: string | null; longCount: number };

const length = (text: string | null) => text?.length ?? 0;

const isRead = (scan: LightScan): scan is LightScan & { data: string } => {
  const { data, softwareInfo, deviceInfo, longCount } = scan;
  return Number(data !== null) + Number(softwareInfo !== null) + Number(deviceInfo !== null) === longCount;
};

async function pageOfScans(ctx: Ctx, page: Page, condition: SQL): Promise<Paged<WithImages<ScanAsText>>> {
  const { entries, next } = await readPage<ScanAsText>(ctx, page, (ctx) => ({
    time: scans.timestamp,
    timeOf: (scan) => scan.timestamp,
    rankOf: (scan) => scan.id,
    read: (range, order) => ctx.db.select(asText).from(scans).where(and(condition, range)).orderBy(order),
    readLight: async (range, order, maxBytes) => {
      const rows = await ctx.db
        .select({ ...columns, ...asLightText(maxBytes) })
        .from(scans)
        .where(and(condition, range))
        .orderBy(order);
      return rows.every(isRead) ? rows : undefined;
    },
    lengthOf: ({ data, softwareInfo, deviceInfo, os, softwareversion }) =>
      length(data) + length(softwareInfo) + length(deviceInfo) + length(os) + length(softwareversion),
    weigh: (range, order, maxBytes) =>
      ctx.db
        .select({ at: scans.timestamp, bytes: weightOf(desc(scans.timestamp), maxBytes, ...LONG_COLUMNS) })
        .from(scans)
        .where(and(condition, range))
        .orderBy(order),
  }));
  return { entries: await withImages(ctx, entries), next };
}

/** Lists the scans of one of the caller's items, newest first. */
export async function listItemScans(
  ctx: Ctx,
  identifier: string,
  page: Page,
): Promise<{ item: Item; scans: Paged<WithImages<ScanAsText>> }> {
  const item = await ownedItem(ctx, identifier);
  return { item, scans: await pageOfScans(ctx, page, eq(scans.itemId, item.id)) };
}

/** Lists the scans of all of the caller's items, newest first; `item` is the item of the newest scan in the page. */
export async function listLastScans(
  ctx: Ctx,
  page: Page,
): Promise<{ item: Item | undefined; scans: Paged<WithImages<ScanAsText>> }> {
  const { producerId } = callingProducer(ctx);
  const found = await pageOfScans(ctx, page, eq(scans.producerId, producerId));
  const newest = found.entries[0];
  const [item] = newest ? await ctx.db.select().from(items).where(eq(items.id, newest.itemId)) : [];
  return { item, scans: found };
}

const absent = (id: string) => notFound("scan-not-found", `There is no scan ${id}.`);

async function findOwnScan(ctx: Ctx, id: string): Promise<Scan | undefined> {
  const { producerId } = callingProducer(ctx);
  if (!isId(id)) return undefined;
  const own = and(eq(scans.id, id), eq(scans.producerId, producerId));
  const [scan] = await ctx.db.select().from(scans).where(own);
  return scan;
}

/** The columns of a scan that its map shows. */
type ScanPlace = Pick<Scan, "latitude" | "longitude" | "copyclassification" | "coarse">;

const readPlace = batchedRead<ScanPlace & Pick<Scan, "id" | "producerId">>(
  "place of scan",
  `select id, producer_id as "producerId", latitude, longitude, copyclassification, coarse from scans
    where (id, producer_id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
  ({ id, producerId }) => [id, producerId],
);

/**
 * The place of a scan of one of the caller's items; concurrent reads of a process share a statement.
 * @throws 404 for an unknown scan, and for another producer's.
 */
export async function placeOfOwnScan(ctx: Ctx, id: string): Promise<ScanPlace> {
  const { producerId } = callingProducer(ctx);
  const place = isId(id) ? await readPlace(ctx.batchClient, id.toLowerCase(), producerId) : undefined;
  if (!place) throw absent(id);
  return place;
}

/**
 * A scan of one of the caller's items.
 * @throws 404 without the scan, 403 for a scan of another producer's item.
 */
export async function ownedScan(ctx: Ctx, id: string): Promise<Scan> {
  const scan = await findOwnScan(ctx, id);
  if (scan) return scan;
  const foreign = isId(id) ? await ctx.db.select({ id: scans.id }).from(scans).where(eq(scans.id, id)) : [];
  if (foreign.length > 0)
    throw forbidden("scan-of-another-producer", `Scan ${id} is of another producer's item.`);
  throw absent(id);
}

/**
 * A scan of one of the caller's items, with its images.
 * @throws 404 without the scan, 403 for a scan of another producer's item.
 */
export async function getScan(ctx: Ctx, id: string): Promise<ScanWithImages> {
  return only(await withImages(ctx, [await ownedScan(ctx, id)]));
}
