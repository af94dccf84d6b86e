import { and, eq, isNull } from "drizzle-orm";
import { ownershipRequests } from "@/db/schema/ownership-requests";
import { ownerships } from "@/db/schema/ownerships";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { linkNotOpen, ownershipOfLink } from "./links";
import type { OwnerLink } from "./schema";

/**
 * Reports the owner's item as stolen, or withdraws the report: each visitor of its verify page sees it. A pending transfer ends.
 * @throws 404 if the link is not the owner's
 */
export async function setStolen(ctx: Ctx, link: OwnerLink, isStolen: boolean): Promise<void> {
  const { ownership } = await ownershipOfLink(ctx, link);
  if (isStolen === (ownership.stolenAt !== null)) return;
  await inTransaction(ctx, async ({ db }) => {
    await db.delete(ownershipRequests).where(eq(ownershipRequests.ownershipId, ownership.id));
    const [changed] = await db
      .update(ownerships)
      .set({ stolenAt: isStolen ? new Date() : null })
      .where(and(eq(ownerships.id, ownership.id), isNull(ownerships.endedAt)))
      .returning({ id: ownerships.id });
    if (!changed) throw linkNotOpen();
  });
}
