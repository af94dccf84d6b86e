import { and, eq, type SQL } from "drizzle-orm";
import { type Item, items } from "@/db/schema/items";
import { type Scan, scans } from "@/db/schema/scans";
import { type Ctx, callingProducer } from "@/server/ctx";
import { ownedItem } from "@/server/domain/items/read";
import { type Page, type Paged, readPage } from "@/server/domain/shared/paging";
import { forbidden, notFound } from "@/server/errors";
import { isId } from "@/server/platform/ids";

const pageOfScans = (ctx: Ctx, page: Page, whose: SQL): Promise<Paged<Scan>> =>
  readPage<Scan>(page, {
    time: scans.timestamp,
    timeOf: (scan) => scan.timestamp,
    rankOf: (scan) => scan.id,
    read: (older, order) => ctx.db.select().from(scans).where(and(whose, older)).orderBy(order),
  });

/** The scans of an item of the caller, newest first. */
export async function listItemScans(
  ctx: Ctx,
  identifier: string,
  page: Page,
): Promise<{ item: Item; scans: Paged<Scan> }> {
  const item = await ownedItem(ctx, identifier);
  return { item, scans: await pageOfScans(ctx, page, eq(scans.itemId, item.id)) };
}

/** The latest scans of all items of the caller, newest first; `item` is that of the newest in the page. */
export async function listLastScans(
  ctx: Ctx,
  page: Page,
): Promise<{ item: Item | undefined; scans: Paged<Scan> }> {
  const { producerId } = callingProducer(ctx);
  const found = await pageOfScans(ctx, page, eq(scans.producerId, producerId));
  const newest = found.entries[0];
  const [item] = newest ? await ctx.db.select().from(items).where(eq(items.id, newest.itemId)) : [];
  return { item, scans: found };
}

/** A scan of one of the caller's items. 404 if absent, 403 if of another producer's item. */
export async function ownedScan(ctx: Ctx, id: string): Promise<Scan> {
  const { producerId } = callingProducer(ctx);
  const absent = notFound("scan-not-found", `There is no scan ${id}.`);
  if (!isId(id)) throw absent;
  const [scan] = await ctx.db
    .select()
    .from(scans)
    .where(and(eq(scans.id, id), eq(scans.producerId, producerId)));
  if (scan) return scan;
  const [foreign] = await ctx.db.select({ id: scans.id }).from(scans).where(eq(scans.id, id));
  if (foreign) throw forbidden("scan-of-another-producer", `Scan ${id} is of another producer's item.`);
  throw absent;
}
