import { sql } from "drizzle-orm";
import { items } from "@/db/schema/items";
import { reports } from "@/db/schema/reports";
import { scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { MAX_CHARACTERS } from "@/server/domain/items/schema";
import { producerOfCode } from "@/server/domain/sightings/producer-of-code";
import { newId } from "@/server/platform/ids";
import type { NewReport } from "./schema";

/** The reported identifier, and the scan that the same browser made. */
interface Reported {
  identifier: string;
  scanId: string | undefined;
}

/**
 * Stores a buyer's report for the producer of the item, with the scan if `scanId` belongs to that item. If no item has the
 * identifier, the report goes to the producer that claims the code, otherwise to admins.
 * @throws 404 for an identifier that no item can have.
 */
export async function createReport(ctx: Ctx, reported: Reported, report: NewReport): Promise<void> {
  const isStored = (await reportOfItem(ctx, reported, report)) || (await reportOfCode(ctx, reported, report));
  if (!isStored) throw notFound("item-not-found", `There is no item ${reported.identifier}.`);
}

async function reportOfItem(
  ctx: Ctx,
  { identifier, scanId }: Reported,
  { kind, text, email }: NewReport,
): Promise<boolean> {
  // PostgreSQL stores no NUL character in text.
  if (identifier.includes("\0")) return false;
  const now = Date.now();
  const stored = await ctx.db.execute(sql`
    insert into ${reports} (id, item_id, producer_id, scan_id, timestamp, kind, text, email)
    select ${newId(now)}::uuid, ${items.id}, ${items.producerId}, ${scans.id}, ${new Date(now).toISOString()}::timestamptz,
      ${kind}, ${text}, ${email}
    from ${items} left join ${scans} on ${scans.id} = ${scanId ?? null}::uuid and ${scans.itemId} = ${items.id}
    where ${items.identifier} = ${identifier} and ${items.sandbox} = 0 and ${items.deletedAt} is null
    returning id`);
  return stored.length > 0;
}

/** Stores a report of an unregistered code, cut to the longest possible identifier. */
async function reportOfCode(ctx: Ctx, { identifier }: Reported, report: NewReport): Promise<boolean> {
  const code = [...identifier].slice(0, MAX_CHARACTERS).join("");
  if (code === "" || /\p{Cc}/u.test(code)) return false;
  const now = Date.now();
  const producerId = (await producerOfCode(ctx, code, null))?.producerId ?? null;
  await ctx.db
    .insert(reports)
    .values({ ...report, id: newId(now), timestamp: new Date(now), code, producerId, itemId: null });
  return true;
}
