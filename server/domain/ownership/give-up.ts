import { type Ctx, inTransaction } from "@/server/core/ctx";
import { endOwnerships, isOwnership } from "./end";
import { linkNotOpen, ownershipOfLink } from "./links";
import { lockOpen } from "./lock";
import type { OwnerLink } from "./schema";

/**
 * Ends the ownership and erases the owner's data. The item can be activated again.
 * @throws 404 if the link is not the owner's
 */
export async function giveUpOwnership(ctx: Ctx, link: OwnerLink): Promise<void> {
  const { ownership } = await ownershipOfLink(ctx, link);
  await inTransaction(ctx, async (ctx) => {
    if (!(await lockOpen(ctx, ownership))) throw linkNotOpen();
    await endOwnerships(ctx, isOwnership(ownership.id), "ended");
  });
}
