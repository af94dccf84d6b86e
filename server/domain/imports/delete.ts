import { and, eq, lt, or, sql } from "drizzle-orm";
import { importRows, imports } from "@/db/schema/imports";
import type { Ctx } from "@/server/core/ctx";
import { inBatches } from "@/server/loops/in-batches";

const KEPT_DAYS = 30;
/** An upload that wrote nothing for this time has stopped. */
const UPLOAD_MINUTES = 15;

/** Deletes an import with its rows, in batches. */
export async function deleteImport({ db }: Pick<Ctx, "db">, id: string, signal?: AbortSignal): Promise<void> {
  await inBatches(
    (batchSize, skipped) =>
      db.execute(sql`
        delete from ${importRows} where import_id = ${id} and number = any(array(
          select number from ${importRows} where import_id = ${id} order by number limit ${batchSize} offset ${skipped}))
        returning number`),
    signal,
  );
  await db
    .delete(imports)
    .where(and(eq(imports.id, id), sql`not exists (select from ${importRows} where import_id = ${id})`));
}

/** Deletes discarded imports, stopped uploads, and imports without a change for 30 days. */
export async function deleteOldImports(ctx: Pick<Ctx, "db">, signal?: AbortSignal): Promise<void> {
  const old = await ctx.db
    .select({ id: imports.id })
    .from(imports)
    .where(
      or(
        eq(imports.state, "discarded"),
        lt(imports.updatedAt, sql`now() - make_interval(days => ${KEPT_DAYS})`),
        and(
          eq(imports.state, "uploading"),
          lt(imports.updatedAt, sql`now() - make_interval(mins => ${UPLOAD_MINUTES})`),
        ),
      ),
    );
  let reason: unknown;
  for (const { id } of old) {
    if (signal?.aborted) return;
    await deleteImport(ctx, id, signal).catch((failure: unknown) => {
      reason = failure;
    });
  }
  if (reason !== undefined) throw new Error("An import could not be deleted.", { cause: reason });
}
