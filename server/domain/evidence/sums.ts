import { sumLine } from "@assay/evidence";
import { eq, sql } from "drizzle-orm";
import { type EvidencePack, evidenceFiles } from "@/db/schema/evidence-packs";
import type { Ctx } from "@/server/core/ctx";

/** By bytes, so that the list is the same in every database. */
const BY_PATH = sql`${evidenceFiles.path} collate "C"`;

/** The list of checksums of a pack. */
export async function sumsOf({ db }: Pick<Ctx, "db">, { id }: Pick<EvidencePack, "id">) {
  const files = await db
    .select({ path: evidenceFiles.path, sha256: evidenceFiles.sha256, size: evidenceFiles.size })
    .from(evidenceFiles)
    .where(eq(evidenceFiles.packId, id))
    .orderBy(BY_PATH);
  const text = files.map(({ path, sha256 }) => sumLine({ path, sha256: sha256.toString("hex") })).join("");
  return {
    bytes: Buffer.from(text),
    paths: files.map(({ path }) => path),
    size: files.reduce((sum, { size }) => sum + size, 0),
  };
}
