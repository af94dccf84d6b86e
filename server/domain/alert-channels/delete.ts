import { eq } from "drizzle-orm";
import { alertChannelRules, alertChannels } from "@/db/schema/alert-channels";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { ownedChannel } from "./read";

/**
 * Deletes a channel and its URL; alerts still show what it received.
 * @throws 404 if the caller has no such channel
 */
export const deleteChannel = (ctx: Ctx, channelId: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { id, producerId, name } = await ownedChannel(ctx, channelId);
    const now = new Date();
    await ctx.db
      .update(alertChannels)
      .set({ url: null, isOn: false, deletedAt: now, updatedAt: now })
      .where(eq(alertChannels.id, id));
    await ctx.db.delete(alertChannelRules).where(eq(alertChannelRules.channelId, id));
    await recordAuditEvent(ctx, "alertChannelDeleted", { producerId, id, name });
  });
