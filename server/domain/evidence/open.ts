import { and, eq } from "drizzle-orm";
import { type EvidencePack, evidencePacks } from "@/db/schema/evidence-packs";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { conflict, notFound } from "@/server/core/errors";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { addEntries } from "@/server/domain/cases/entries";
import { ownedCase } from "@/server/domain/cases/read";
import { isId } from "@/server/platform/ids";
import { KEPT_DAYS } from "./schema";

/**
 * One of the caller's packs with its files.
 * @throws 404 for any other, 409 if it is not signed yet or its files are gone
 */
export async function downloadablePack(ctx: Ctx, id: string): Promise<EvidencePack> {
  const { producerId } = callingProducer(ctx);
  const own = and(eq(evidencePacks.id, id), eq(evidencePacks.producerId, producerId));
  const [pack] = isId(id) ? await ctx.db.select().from(evidencePacks).where(own) : [];
  if (!pack) throw notFound("evidence-pack-not-found", `There is no evidence pack ${id}.`);
  if (!pack.sealedAt)
    throw conflict(
      "evidence-pack-not-made",
      `Evidence pack ${pack.number} is not made yet, or its job failed.`,
    );
  if (pack.filesDeletedAt)
    throw conflict(
      "evidence-pack-deleted",
      `The files of evidence pack ${pack.number} were deleted after ${KEPT_DAYS} days.`,
    );
  return pack;
}

/** Opens a pack for a download, which is recorded in the case and in the audit log. @throws as `downloadablePack` */
export const openPack = (ctx: Ctx, id: string): Promise<EvidencePack> =>
  inTransaction(ctx, async (ctx) => {
    const pack = await downloadablePack(ctx, id);
    const { producerId, caseId } = pack;
    const { title } = await ownedCase(ctx, caseId);
    const changes = [{ path: "/pack", to: pack.number }];
    await addEntries(ctx, [{ caseId, kind: "packDownloaded", changes }]);
    await recordAuditEvent(ctx, "evidencePackDownloaded", { producerId, id: caseId, name: title, changes });
    return pack;
  });
