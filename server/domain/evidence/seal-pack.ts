import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { type EvidencePack, evidencePacks } from "@/db/schema/evidence-packs";
import type { Ctx } from "@/server/core/ctx";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { addEntries } from "@/server/domain/cases/entries";
import { ownedCase } from "@/server/domain/cases/read";
import { env } from "@/server/platform/env";
import { requestTimestamp } from "@/server/platform/timestamp";
import { signEvidence } from "./keys";
import type { Stage } from "./stage";
import { sumsOf } from "./sums";

/** Further tries follow in turn with other jobs; then the pack is signed without a time stamp. */
const MAX_TRIES = 4;

async function seal(ctx: Ctx, pack: EvidencePack, stamped: { timestamp?: Buffer; timestampFault?: string }) {
  const { bytes, paths, size } = await sumsOf(ctx, pack);
  const sumsSha256 = createHash("sha256").update(bytes).digest();
  await ctx.db
    .update(evidencePacks)
    .set({
      sealedAt: new Date(),
      files: paths.length,
      size,
      sumsSha256,
      ...(await signEvidence(ctx, bytes)),
      ...stamped,
    })
    .where(eq(evidencePacks.id, pack.id));
  const { id, producerId, title } = await ownedCase(ctx, pack.caseId);
  const changes = [
    { path: "/pack", to: pack.number },
    { path: "/sha256", to: sumsSha256.toString("hex") },
  ];
  await addEntries(ctx, [{ caseId: id, kind: "packMade", changes }]);
  await recordAuditEvent(ctx, "evidencePackMade", { producerId, id, name: title, changes });
}

/** Asks for the time stamp, if an authority is set, and signs the pack. */
export const sealPack: Stage = async (ctx, pack, { count }) => {
  if (env.TSA_URL === undefined) {
    await seal(ctx, pack, {});
    return null;
  }
  const { bytes } = await sumsOf(ctx, pack);
  const asked = await requestTimestamp(env.TSA_URL, bytes);
  if ("fault" in asked && count + 1 < MAX_TRIES) return { after: [0, 0], count: count + 1 };
  await seal(ctx, pack, "fault" in asked ? { timestampFault: asked.fault } : { timestamp: asked.answer });
  return null;
};
