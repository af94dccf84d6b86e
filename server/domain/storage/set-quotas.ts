import { eq } from "drizzle-orm";
import { type Producer, producers } from "@/db/schema/producers";
import { type Ctx, callingAdmin, inTransaction } from "@/server/core/ctx";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { openProducer } from "@/server/domain/producers/named";
import { refuseStale, versionOf } from "@/server/domain/shared/version";
import type { Quotas } from "./schema";

/** The version of a producer's quotas, for refusing a save over newer ones. */
export const versionOfQuotas = ({ quota, recordQuota }: Pick<Producer, "quota" | "recordQuota">): string =>
  versionOf(quota, recordQuota);

/**
 * Sets the quotas of a producer. Data above a lower quota stays.
 *
 * @throws 404 where there is no such producer, 409 where it is closed
 * @throws {StaleVersion} where `seen` is given and no longer the version of the quotas
 */
export async function setQuotas(
  ctx: Ctx,
  { producerId, fileBytes, recordBytes }: Quotas,
  seen?: string,
): Promise<void> {
  callingAdmin(ctx);
  await inTransaction(ctx, async (ctx) => {
    const producer = await openProducer(ctx, producerId);
    refuseStale(seen, versionOfQuotas(producer));
    const { id, name, quota, recordQuota } = producer;
    const changes = [
      { path: "/quota", from: quota, to: fileBytes },
      { path: "/recordQuota", from: recordQuota, to: recordBytes },
    ].filter(({ from, to }) => from !== to);
    if (changes.length === 0) return;
    await ctx.db
      .update(producers)
      .set({ quota: fileBytes, recordQuota: recordBytes })
      .where(eq(producers.id, id));
    await recordAuditEvent(ctx, "producerQuotaChanged", { producerId: id, id, name, changes });
  });
}
