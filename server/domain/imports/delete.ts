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
  const isOld = or(
    eq(imports.state, "discarded"),
    lt(imports.updatedAt, sql`now() - make_interval(days => ${KEPT_DAYS})`),
    and(
      eq(imports.state, "uploading"),
      lt(imports.updatedAt, sql`now() - make_interval(mins => ${UPLOAD_MINUTES})`),
    ),
  );
  const old = await ctx.db.select({ id: imports.id }).from(imports).where(isOld);
  // A person may have used it since: discarded first, it stays unused while its rows are deleted.
  const deleteIfOld = async (id: string) => {
    const discarded = await ctx.db
      .update(imports)
      .set({ state: "discarded" })
      .where(and(eq(imports.id, id), isOld))
      .returning({ id: imports.id });
    if (discarded.length > 0) await deleteImport(ctx, id, signal);
  };
  let reason: unknown;
  for (const { id } of old) {
    if (signal?.aborted) return;
    await deleteIfOld(id).catch((failure: unknown) => {
      reason = failure;
    });
  }
  if (reason !== undefined) throw new Error("An import could not be deleted.", { cause: reason });
}
