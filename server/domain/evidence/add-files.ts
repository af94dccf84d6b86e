import { createHash } from "node:crypto";
import { stringify } from "csv-stringify/sync";
import { eq, sql } from "drizzle-orm";
import { type EvidenceFile, evidenceFiles, evidencePacks, type PackFault } from "@/db/schema/evidence-packs";
import type { Ctx } from "@/server/core/ctx";
import { MAX } from "./schema";

/** Adds a file that was made for the pack. */
export async function addFile(
  { db }: Pick<Ctx, "db">,
  packId: string,
  path: string,
  content: string | Uint8Array,
): Promise<void> {
  const body = Buffer.from(content);
  const sha256 = createHash("sha256").update(body).digest();
  await db.insert(evidenceFiles).values({ packId, path, sha256, size: body.byteLength, body });
}

/** Adds a table as CSV. Cells that begin like a formula have an apostrophe before them. */
export const addTable = (
  ctx: Pick<Ctx, "db">,
  packId: string,
  path: string,
  rows: readonly (readonly (string | number | null)[])[],
): Promise<void> =>
  addFile(
    ctx,
    packId,
    path,
    stringify(
      rows.map((row) => [...row]),
      { record_delimiter: "windows", escape_formulas: true },
    ),
  );

/** A photo of a scan, which is stored elsewhere. */
export type Original = Pick<EvidenceFile, "packId" | "path" | "sha256" | "size" | "contentId">;

/** Adds originals. */
export async function addOriginals({ db }: Pick<Ctx, "db">, files: Original[]): Promise<void> {
  if (files.length > 0) await db.insert(evidenceFiles).values(files);
}

/** Notes files that were not as they should be. */
export async function addFaults(
  { db }: Pick<Ctx, "db">,
  packId: string,
  faults: readonly PackFault[],
): Promise<void> {
  if (faults.length === 0) return;
  const all = sql`${evidencePacks.faults} || ${JSON.stringify(faults)}::text::jsonb`;
  await db
    .update(evidencePacks)
    .set({ faults: sql`jsonb_path_query_array(${all}, ${`$[0 to ${MAX.faults - 1}]`}::jsonpath)` })
    .where(eq(evidencePacks.id, packId));
}
