import { eq } from "drizzle-orm";
import { ownershipRequests } from "@/db/schema/ownership-requests";
import { ownerships } from "@/db/schema/ownerships";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { linkNotOpen, ownershipOfLink } from "./links";
import { lockOpen } from "./lock";
import type { OwnerLink } from "./schema";

/**
 * Reports the owner's item as stolen, or withdraws the report: each visitor of its verify page sees it. A pending transfer ends.
 * @throws 404 if the link is not the owner's
 */
export async function setStolen(ctx: Ctx, link: OwnerLink, isStolen: boolean): Promise<void> {
  const { ownership } = await ownershipOfLink(ctx, link);
  await inTransaction(ctx, async (ctx) => {
    const open = await lockOpen(ctx, ownership);
    if (!open) throw linkNotOpen();
    // The day of the first of two reports stays.
    if (isStolen === (open.stolenAt !== null)) return;
    await ctx.db.delete(ownershipRequests).where(eq(ownershipRequests.ownershipId, open.id));
    await ctx.db
      .update(ownerships)
      .set({ stolenAt: isStolen ? new Date() : null })
      .where(eq(ownerships.id, open.id));
  });
}
