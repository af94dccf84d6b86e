import { and, asc, desc, eq, gt, ne } from "drizzle-orm";
import { type Import, type ImportRow, importRows, imports } from "@/db/schema/imports";
import { type Job, jobs } from "@/db/schema/jobs";
import { type Ctx, callingProducer, isInTransaction } from "@/server/core/ctx";
import { conflict, forbidden, notFound } from "@/server/core/errors";
import { isId } from "@/server/platform/ids";

/**
 * One of the caller's imports; locked if the context is in a transaction.
 * @throws 404 if absent or discarded, 403 if another producer's
 */
export async function ownedImport(ctx: Ctx, id: string): Promise<Import> {
  const { producerId } = callingProducer(ctx);
  const absent = notFound("import-not-found", `There is no import ${id}.`);
  if (!isId(id)) throw absent;
  const there = and(eq(imports.id, id), ne(imports.state, "discarded"));
  const own = ctx.db
    .select()
    .from(imports)
    .where(and(there, eq(imports.producerId, producerId)));
  const [found] = await (isInTransaction(ctx) ? own.for("no key update") : own);
  if (found) return found;
  const [foreign] = await ctx.db.select({ id: imports.id }).from(imports).where(there);
  if (foreign) throw forbidden("import-of-another-producer", `Import ${id} belongs to another producer.`);
  throw absent;
}

/** An import with its newest job. */
export interface ImportWithJob {
  of: Import;
  job: Job | null;
}

/** Lists the caller's imports, newest first: they are few. */
export async function listImports(ctx: Ctx): Promise<ImportWithJob[]> {
  const { producerId } = callingProducer(ctx);
  return ctx.db
    .select({ of: imports, job: jobs })
    .from(imports)
    .leftJoin(jobs, eq(jobs.id, imports.jobId))
    .where(and(eq(imports.producerId, producerId), ne(imports.state, "discarded")))
    .orderBy(desc(imports.createdAt), desc(imports.id));
}

/** The newest job of an import. */
export async function jobOf(ctx: Ctx, { jobId }: Import): Promise<Job | null> {
  const [job] = jobId === null ? [] : await ctx.db.select().from(jobs).where(eq(jobs.id, jobId));
  return job ?? null;
}

const MAX_REFUSED_ROWS = 50;

/** Lists the faults of at most 50 refused rows of an import after a row, in the order of the file. */
export async function listRefusedRows(
  ctx: Ctx,
  { id }: Import,
  after: number,
): Promise<Pick<ImportRow, "number" | "faults">[]> {
  return ctx.db
    .select({ number: importRows.number, faults: importRows.faults })
    .from(importRows)
    .where(and(eq(importRows.importId, id), eq(importRows.outcome, "refused"), gt(importRows.number, after)))
    .orderBy(asc(importRows.number))
    .limit(MAX_REFUSED_ROWS);
}

/** The number of refused rows, and of those that were corrected since. */
export async function countRefused(
  { db }: Ctx,
  { id, producerId }: Import,
): Promise<{ refused: number; corrected: number }> {
  const [counts] = await db
    .select({ refused: imports.refused, corrected: imports.corrected })
    .from(imports)
    .where(and(eq(imports.id, id), eq(imports.producerId, producerId)));
  return counts ?? { refused: 0, corrected: 0 };
}

const hasBegun = ({ created, changed, unchanged }: Import) => created + changed + unchanged > 0;

/** @throws 409 once rows of an import are done */
export function refuseIfBegun(of: Import): void {
  const { id } = of;
  if (hasBegun(of)) throw conflict("import-begun", `Rows of import ${id} are imported already.`);
}

/**
 * Refuses to import rows that have outcomes of a check which has not ended, or had other settings. A run with the present
 * settings may go on: other ones make an import forget its job.
 * @throws 409
 */
export async function refuseIfStale(ctx: Ctx, of: Import): Promise<void> {
  if (of.checkedAt !== null || hasBegun(of) || (await jobOf(ctx, of))?.kind === "import") return;
  // Rows are checked in their order.
  const [first] = await ctx.db
    .select({ outcome: importRows.outcome })
    .from(importRows)
    .where(eq(importRows.importId, of.id))
    .orderBy(asc(importRows.number))
    .limit(1);
  if (first && first.outcome !== null)
    throw conflict(
      "import-not-checked",
      `The check of import ${of.id} is out of date or incomplete. Check it again.`,
    );
}
