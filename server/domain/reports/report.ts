import { sql } from "drizzle-orm";
import { items } from "@/db/schema/items";
import { reportPhotos } from "@/db/schema/report-photos";
import { reports } from "@/db/schema/reports";
import { scans } from "@/db/schema/scans";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { MAX_CHARACTERS } from "@/server/domain/items/schema";
import { beginningOf } from "@/server/domain/shared/characters";
import { producerOfCode } from "@/server/domain/sightings/producer-of-code";
import { newId } from "@/server/platform/ids";
import { photoOf } from "./photo";
import type { NewReport } from "./schema";

/** The reported identifier, and the scan that the same browser made. */
interface Reported {
  identifier: string;
  scanId: string | undefined;
}

/**
 * Stores a buyer's report for the producer of the item, with the scan if `scanId` belongs to that item and is not erased. If
 * no item has the identifier, the report goes to the producer that claims the code, otherwise to admins.
 * @throws 404 for an identifier that no item can have; 400 for an unusable photo; 429 while too many images wait.
 */
export async function createReport(
  ctx: Ctx,
  reported: Reported,
  report: NewReport,
  photo?: Uint8Array,
): Promise<void> {
  const image = photo && (await photoOf(photo));
  await inTransaction(ctx, async (ctx) => {
    const id = (await reportOfItem(ctx, reported, report)) ?? (await reportOfCode(ctx, reported, report));
    if (id === undefined) throw notFound("item-not-found", `There is no item ${reported.identifier}.`);
    if (image) await ctx.db.insert(reportPhotos).values({ reportId: id, image, createdAt: new Date() });
  });
}

async function reportOfItem(
  ctx: Ctx,
  { identifier, scanId }: Reported,
  { kind, text, place, sellerUrl, email }: NewReport,
): Promise<string | undefined> {
  // PostgreSQL stores no NUL character in text.
  if (identifier.includes("\0")) return undefined;
  const now = Date.now();
  // The lock waits for an erasure of the scan that is under way, which would not see the report.
  const stored = await ctx.db.execute<{ id: string }>(sql`
    insert into ${reports} (id, item_id, producer_id, scan_id, timestamp, kind, text, place, seller_url, email)
    select ${newId(now)}::uuid, ${items.id}, ${items.producerId}, scan.id, ${new Date(now).toISOString()}::timestamptz,
      ${kind}, ${text}, ${place}, ${sellerUrl}, ${email}
    from ${items} left join (
      select id, item_id from ${scans} where id = ${scanId ?? null}::uuid and erased_at is null for key share
    ) scan on scan.item_id = ${items.id}
    where ${items.identifier} = ${identifier} and ${items.sandbox} = 0 and ${items.deletedAt} is null
    returning id`);
  return stored[0]?.id;
}

/** Stores a report of an unregistered code, cut to the longest possible identifier. */
async function reportOfCode(
  ctx: Ctx,
  { identifier }: Reported,
  report: NewReport,
): Promise<string | undefined> {
  const code = beginningOf(MAX_CHARACTERS, identifier);
  if (code === "" || /\p{Cc}/u.test(code)) return undefined;
  const now = Date.now();
  const producerId = (await producerOfCode(ctx, code, null))?.producerId ?? null;
  const id = newId(now);
  await ctx.db
    .insert(reports)
    .values({ ...report, id, timestamp: new Date(now), code, producerId, itemId: null });
  return id;
}
