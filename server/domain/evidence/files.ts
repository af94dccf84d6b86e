import { FILES, toPem } from "@assay/evidence";
import { and, eq } from "drizzle-orm";
import { type EvidenceFile, type EvidencePack, evidenceFiles } from "@/db/schema/evidence-packs";
import { reportPhotos } from "@/db/schema/report-photos";
import type { Ctx } from "@/server/core/ctx";
import { blobs } from "@/server/platform/blobs";
import { sumsOf } from "./sums";

export interface PackFile {
  path: string;
  bytes: Uint8Array;
}

async function bytesOf(
  { db }: Ctx,
  { body, contentId, reportId }: EvidenceFile,
): Promise<Uint8Array | undefined> {
  if (body) return body;
  if (contentId) return blobs().read(contentId);
  if (!reportId) return undefined;
  const [photo] = await db
    .select({ image: reportPhotos.image })
    .from(reportPhotos)
    .where(eq(reportPhotos.reportId, reportId));
  return photo?.image;
}

/**
 * The files of a signed pack one after the other. Originals that were erased since are left out: the list of checksums shows
 * that they are missing.
 */
export async function* filesOf(ctx: Ctx, pack: EvidencePack): AsyncGenerator<PackFile> {
  const { signature, publicKey, timestamp } = pack;
  if (!signature || !publicKey) throw new Error(`Pack ${pack.id} is not signed.`);
  const { bytes: list, paths } = await sumsOf(ctx, pack);
  yield { path: FILES.sums, bytes: list };
  yield { path: FILES.signature, bytes: signature };
  yield { path: FILES.key, bytes: Buffer.from(toPem(publicKey)) };
  if (timestamp) yield { path: FILES.timestamp, bytes: timestamp };
  for (const path of paths) {
    const [row] = await ctx.db
      .select()
      .from(evidenceFiles)
      .where(and(eq(evidenceFiles.packId, pack.id), eq(evidenceFiles.path, path)));
    const bytes = row && (await bytesOf(ctx, row));
    if (bytes) yield { path, bytes };
  }
}
