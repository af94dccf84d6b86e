import { eq } from "drizzle-orm";
import { producers } from "@/db/schema/producers";
import { type Ctx, callingAdmin, inTransaction } from "@/server/ctx";
import { recordAct } from "@/server/domain/acts/record";
import { openProducer } from "@/server/domain/producers/named";
import type { Quotas } from "./schema";

/**
 * Gives a producer other quotas; what it has above them stays.
 *
 * @throws 404 where there is no such producer, 409 where it is closed
 */
export async function setQuotas(ctx: Ctx, { producerId, fileBytes, recordBytes }: Quotas): Promise<void> {
  callingAdmin(ctx);
  await inTransaction(ctx, async (ctx) => {
    const { id, name, quota, recordQuota } = await openProducer(ctx, producerId);
    const changes = [
      { path: "/quota", from: quota, to: fileBytes },
      { path: "/recordQuota", from: recordQuota, to: recordBytes },
    ].filter(({ from, to }) => from !== to);
    if (changes.length === 0) return;
    await ctx.db
      .update(producers)
      .set({ quota: fileBytes, recordQuota: recordBytes })
      .where(eq(producers.id, id));
    await recordAct(ctx, "producerQuotaChanged", { producerId: id, id, name, changes });
  });
}
