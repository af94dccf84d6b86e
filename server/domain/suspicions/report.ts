import { sql } from "drizzle-orm";
import { items } from "@/db/schema/items";
import { scans } from "@/db/schema/scans";
import { suspicions } from "@/db/schema/suspicions";
import type { Ctx } from "@/server/ctx";
import { notFound } from "@/server/errors";
import { newId } from "@/server/platform/ids";
import type { NewSuspicion } from "./schema";

/**
 * Keeps what somebody finds suspicious of an item, for its producer; with the scan that they made of it, where `scanId`
 * is one of that item. 404 where no item has the identifier.
 */
export async function reportSuspicion(
  ctx: Ctx,
  { identifier, scanId }: { identifier: string; scanId: string | undefined },
  { kind, text, email }: NewSuspicion,
): Promise<void> {
  const now = Date.now();
  const kept = await ctx.db.execute(sql`
    insert into ${suspicions} (id, item_id, producer_id, scan_id, timestamp, kind, text, email)
    select ${newId(now)}::uuid, ${items.id}, ${items.producerId}, ${scans.id}, ${new Date(now).toISOString()}::timestamptz,
      ${kind}, ${text}, ${email}
    from ${items} left join ${scans} on ${scans.id} = ${scanId ?? null}::uuid and ${scans.itemId} = ${items.id}
    where ${items.identifier} = ${identifier} and ${items.deletedAt} is null
    returning id`);
  if (kept.length === 0) throw notFound("item-not-found", `There is no item ${identifier}.`);
}
