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

/** What is reported, and with which scan of the same browser. */
interface Reported {
  identifier: string;
  scanId: string | undefined;
}

/**
 * Keeps what somebody finds suspicious of an item, for its producer; with the scan that they made of it, where `scanId`
 * is one of that item. Where no item has the identifier, it is kept for whose codes look like it, else for admins.
 * @throws 404 for an identifier that none could have.
 */
export async function createReport(ctx: Ctx, reported: Reported, said: NewReport): Promise<void> {
  const isKept = (await reportOfItem(ctx, reported, said)) || (await reportOfCode(ctx, reported, said));
  if (!isKept) throw notFound("item-not-found", `There is no item ${reported.identifier}.`);
}

async function reportOfItem(
  ctx: Ctx,
  { identifier, scanId }: Reported,
  { kind, text, email }: NewReport,
): Promise<boolean> {
  // The database takes no such text.
  if (identifier.includes("\0")) return false;
  const now = Date.now();
  const kept = await ctx.db.execute(sql`
    insert into ${reports} (id, item_id, producer_id, scan_id, timestamp, kind, text, email)
    select ${newId(now)}::uuid, ${items.id}, ${items.producerId}, ${scans.id}, ${new Date(now).toISOString()}::timestamptz,
      ${kind}, ${text}, ${email}
    from ${items} left join ${scans} on ${scans.id} = ${scanId ?? null}::uuid and ${scans.itemId} = ${items.id}
    where ${items.identifier} = ${identifier} and ${items.deletedAt} is null
    returning id`);
  return kept.length > 0;
}

/** Of a code that no item has, as much of it as any item's could have. */
async function reportOfCode(ctx: Ctx, { identifier }: Reported, said: NewReport): Promise<boolean> {
  const code = [...identifier].slice(0, MAX_CHARACTERS).join("");
  if (code === "" || /\p{Cc}/u.test(code)) return false;
  const now = Date.now();
  const producerId = await producerOfCode(ctx, code, null);
  await ctx.db
    .insert(reports)
    .values({ ...said, id: newId(now), timestamp: new Date(now), code, producerId, itemId: null });
  return true;
}
