import { sql } from "drizzle-orm";
import type { Ctx } from "@/server/core/ctx";
import { inBatches } from "@/server/loops/in-batches";
import { KEPT_DAYS } from "./schema";

const OLD = sql`files_deleted_at is null and requested_at < now() - make_interval(days => ${KEPT_DAYS})`;

/** Deletes the files of evidence packs after 30 days, and packs that were never signed. Returns how many rows. */
export async function deleteOldEvidence({ db }: Pick<Ctx, "db">, signal?: AbortSignal): Promise<number> {
  const files = await inBatches(
    (batchSize, skipped) =>
      db.execute(sql`
        delete from evidence_files where (pack_id, path) in (
          select pack_id, path from evidence_packs join evidence_files on pack_id = evidence_packs.id
          where ${OLD} order by pack_id, path limit ${batchSize} offset ${skipped})
        returning path`),
    signal,
  );
  const packs = await inBatches(
    (batchSize, skipped) =>
      db.execute(sql`
        delete from evidence_packs where id in (
          select id from evidence_packs where ${OLD} and sealed_at is null
          order by requested_at, id limit ${batchSize} offset ${skipped})
        returning id`),
    signal,
  );
  if (!signal?.aborted)
    await db.execute(sql`
      update evidence_packs set files_deleted_at = now()
      where ${OLD} and sealed_at is not null
        and not exists (select from evidence_files where pack_id = evidence_packs.id)`);
  return files + packs;
}
