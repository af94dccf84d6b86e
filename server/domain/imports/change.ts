import { and, eq, sql } from "drizzle-orm";
import { type Import, type ImportRow, importRows, imports } from "@/db/schema/imports";
import type { Job } from "@/db/schema/jobs";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { conflict, notFound } from "@/server/core/errors";
import { only } from "@/server/data/only";
import { isSame } from "@/server/domain/history/changes";
import { cancelJob } from "@/server/domain/jobs/change";
import { requestJob } from "@/server/domain/jobs/request";
import { checkBatch, importBatch } from "./batches";
import { countRefused, jobOf, ownedImport, refuseIfBegun, refuseIfStale } from "./read";
import type { ImportSettings, RowCorrection } from "./schema";
import { refuseFaultyMapping, refuseUnknownFields } from "./settings";

/** An import of the caller that no job is working on. @throws 409 while its file arrives or a job runs */
async function idleImport(ctx: Ctx, id: string): Promise<Import> {
  const of = await ownedImport(ctx, id);
  if (of.state === "uploading")
    throw conflict("import-not-uploaded", `The file of import ${id} is still arriving.`);
  const job = await jobOf(ctx, of);
  if (job?.state === "running")
    throw conflict("import-running", `A job is working on import ${id}. Stop it first.`);
  return of;
}

/**
 * Sets what the columns of an import mean and what its rows may do. Its check is to be repeated then, from the first row on.
 * @throws 400 for an unknown field; 409 once rows are imported
 */
export const setImport = (ctx: Ctx, { id, mode, mapping }: ImportSettings): Promise<Import> =>
  inTransaction(ctx, async (ctx) => {
    const of = await idleImport(ctx, id);
    refuseIfBegun(of);
    refuseUnknownFields(of, mapping);
    if (of.mode === mode && isSame(of.mapping, mapping)) return of;
    const changed = await ctx.db
      .update(imports)
      .set({ mode, mapping, checkedAt: null, jobId: null, updatedAt: new Date() })
      .where(eq(imports.id, id))
      .returning();
    return only(changed);
  });

const noted = async (ctx: Ctx, of: Import, job: Job): Promise<Job> => {
  await ctx.db.update(imports).set({ jobId: job.id, updatedAt: new Date() }).where(eq(imports.id, of.id));
  return job;
};

/**
 * Checks all rows of an import as a job.
 * @throws 400 for a faulty mapping; 409 while a job works on the import, and once rows are imported
 */
export const requestCheck = (ctx: Ctx, input: { importId: string }): Promise<Job> =>
  inTransaction(ctx, async (ctx) => {
    const of = await idleImport(ctx, input.importId);
    refuseIfBegun(of);
    refuseFaultyMapping(of);
    const job = { kind: "importCheck", input, name: of.fileName, total: of.rows } as const;
    return noted(ctx, of, await requestJob(ctx, job, (ctx) => checkBatch(ctx, input, null)));
  });

/**
 * Imports the rows of an import as a job: all that were not refused, and refused ones that were corrected since.
 * @throws 400 for a faulty mapping; 409 while a job works on the import, and after a check that has not ended or had
 *   other settings
 */
export const requestImport = (ctx: Ctx, input: { importId: string }): Promise<Job> =>
  inTransaction(ctx, async (ctx) => {
    const of = await idleImport(ctx, input.importId);
    refuseFaultyMapping(of);
    await refuseIfStale(ctx, of);
    const { refused, corrected } = await countRefused(ctx, of);
    const left = of.rows - of.created - of.changed - of.unchanged - refused;
    const job = { kind: "import", input, name: of.fileName, total: left + corrected } as const;
    const first = { after: 0, corrected: left === 0 };
    return noted(ctx, of, await requestJob(ctx, job, (ctx) => importBatch(ctx, input, first)));
  });

/**
 * Corrects cells of a refused row, or none of them; the next run imports it.
 * @throws 404 without the row; 409 while a job works on the import, and for a row that is not refused
 */
export const correctRow = (ctx: Ctx, { id, row: number, cells }: RowCorrection): Promise<ImportRow> =>
  inTransaction(ctx, async (ctx) => {
    const of = await idleImport(ctx, id);
    const there = and(eq(importRows.importId, id), eq(importRows.number, number));
    const [row] = await ctx.db.select().from(importRows).where(there).for("update");
    if (!row) throw notFound("import-row-not-found", `Import ${id} has no row ${number}.`);
    if (row.outcome !== "refused") throw conflict("import-row-not-refused", `Row ${number} was not refused.`);
    const texts = new Map(cells.map(({ column, text }) => [column, text]));
    const corrected = of.headers.map((_, at) => {
      const text = texts.get(at);
      return text === undefined ? (row.cells[at] ?? null) : text === "" ? null : text;
    });
    const changed = await ctx.db
      .update(importRows)
      .set({ cells: corrected, problem: null, key: null, corrected: true })
      .where(there)
      .returning();
    await ctx.db.update(imports).set({ updatedAt: sql`now()` }).where(eq(imports.id, id));
    return only(changed);
  });

/** Discards an import with its rows. Imported items and groups stay. A job that works on it is stopped. */
export const discardImport = (ctx: Ctx, id: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const of = await ownedImport(ctx, id);
    if (of.jobId !== null) await cancelJob(ctx, of.jobId);
    await ctx.db.update(imports).set({ state: "discarded", updatedAt: new Date() }).where(eq(imports.id, id));
  });
