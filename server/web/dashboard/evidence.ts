import { z } from "zod";
import type { EvidencePack } from "@/db/schema/evidence-packs";
import type { Ctx } from "@/server/core/ctx";
import { parsed } from "@/server/core/parsed";
import { filesOf } from "@/server/domain/evidence/files";
import { openPack } from "@/server/domain/evidence/open";
import { changingMembershipAs, memberCtx, refuseUnlessFresh } from "@/server/identity/visitor";
import { download, queryOf } from "./download";
import { type ZipFile, zipOf } from "./zip";

const ById = z.object({ pack: z.string() });

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* archived(ctx: Ctx, pack: EvidencePack): AsyncGenerator<ZipFile> {
  for await (const { path, bytes } of filesOf(ctx, pack))
    yield {
      name: path,
      parts: one(bytes),
      isCompressed: /\.(jpg|png|webp|pdf)$/.test(path),
      date: pack.requestedAt,
    };
}

/** Sends an evidence pack as a ZIP archive, for editors: `?pack=` its id. */
export const downloadEvidence = (request: Request): Promise<Response> =>
  download(request, async (visitor, requestId) => {
    refuseUnlessFresh(visitor.signedIn);
    const ctx = memberCtx(visitor.signedIn, changingMembershipAs("editor", visitor), requestId);
    const pack = await openPack(ctx, parsed(ById, queryOf(request)).pack);
    return {
      parts: zipOf(archived(ctx, pack)),
      type: "application/zip",
      name: `evidence-${pack.requestedAt.toISOString().slice(0, 10)}-${pack.id.slice(-6)}.zip`,
    };
  });
