import { and, asc, eq, gt, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { makePgArray, type PgColumn } from "drizzle-orm/pg-core";
import { type Import, type ImportRow, importRows, type RowFault, type RowOutcome } from "@/db/schema/imports";
import type { Ctx } from "@/server/core/ctx";
import { countLight } from "@/server/data/weight";

/** What became of a row, or would. */
export interface RowResult {
  number: number;
  key: string | null;
  outcome: RowOutcome;
  /** Only of a refused row. */
  faults?: RowFault[];
}

/** Cells and faults are often compressed, to about an eighth. */
const bytesOf = (column: PgColumn) =>
  sql`coalesce(pg_column_size(${column}) * case when pg_column_compression(${column}) is null then 1 else 8 end, 0)`;
const bytes = sql<number>`(${bytesOf(importRows.cells)} + ${bytesOf(importRows.faults)})::float8`;

/** Rows of an import in the order of the file. */
export interface Rows {
  rows: ImportRow[];
  /** Whether no rows follow. */
  isLast: boolean;
}

/** The next rows that match: at most `limit`, and light enough to be in memory together. */
async function lightRows(
  { db }: Ctx,
  { id }: Import,
  { after, limit, where }: { after: number; limit: number; where?: SQL | undefined },
): Promise<Rows> {
  const next = and(eq(importRows.importId, id), gt(importRows.number, after), where);
  const weighed = await db
    .select({ number: importRows.number, bytes })
    .from(importRows)
    .where(next)
    .orderBy(asc(importRows.number))
    .limit(limit + 1);
  const count = Math.min(limit, countLight(weighed.map(({ bytes }) => bytes)));
  const last = weighed[count - 1];
  if (!last) return { rows: [], isLast: true };
  const rows = await db
    .select()
    .from(importRows)
    .where(and(next, lte(importRows.number, last.number)))
    .orderBy(asc(importRows.number));
  return { rows, isLast: count === weighed.length };
}

/** The next rows that are not imported: all that were not refused, or the refused ones that were corrected since. */
export const nextRows = (
  ctx: Ctx,
  of: Import,
  { after, corrected, limit }: { after: number; corrected: boolean; limit: number },
): Promise<Rows> =>
  lightRows(ctx, of, {
    after,
    limit,
    where: corrected
      ? and(eq(importRows.outcome, "refused"), eq(importRows.corrected, true))
      : and(eq(importRows.done, false), or(isNull(importRows.outcome), ne(importRows.outcome, "refused"))),
  });

/** The next refused rows of an import. */
export const refusedRows = (ctx: Ctx, of: Import, page: { after: number; limit: number }): Promise<Rows> =>
  lightRows(ctx, of, { ...page, where: eq(importRows.outcome, "refused") });

/** The next rows of an import, whatever became of them. */
export const rowsAfter = (ctx: Ctx, of: Import, page: { after: number; limit: number }): Promise<Rows> =>
  lightRows(ctx, of, page);

/** The number of the row that has a key first. */
export type FirstRows = ReadonlyMap<string, number>;

/**
 * For each key of the given rows, the number of the row that has it first: an earlier row of the file, or one that is imported.
 */
export async function firstRowsOf(
  { db }: Ctx,
  { id }: Import,
  rows: readonly { number: number; key: string }[],
): Promise<FirstRows> {
  const first = new Map<string, number>();
  if (rows.length === 0) return first;
  const lowest = Math.min(...rows.map(({ number }) => number));
  const keys = makePgArray([...new Set(rows.map(({ key }) => key))]);
  // Key by key, because statistics of rows that still arrive would choose a plan that reads all of them.
  const found = await db.execute<{ key: string; number: number }>(sql`
    select wanted.key, earlier.number
    from unnest(${keys}::text[]) as wanted(key) cross join lateral (
      select min(${importRows.number}) as number from ${importRows}
      where ${importRows.importId} = ${id} and ${importRows.key} = wanted.key
        and (${importRows.number} < ${lowest} or ${importRows.done}) offset 0) as earlier
    where earlier.number is not null`);
  for (const { key, number } of found) first.set(key, number);
  for (const { key, number } of rows) if (!first.has(key)) first.set(key, number);
  return first;
}

/** Stores what became of rows, or would; `done` once they are imported. */
export async function writeResults(
  { db }: Ctx,
  { id }: Import,
  results: readonly RowResult[],
  done: boolean,
): Promise<void> {
  if (results.length === 0) return;
  const all = results.map(({ number }) => number);
  const numbers = makePgArray(all);
  const keys = makePgArray(results.map(({ key }) => key));
  const outcomes = makePgArray(results.map(({ outcome }) => outcome));
  const faults = makePgArray(results.map(({ faults }) => (faults ? JSON.stringify(faults) : null)));
  await db.execute(sql`
    update ${importRows} set key = result.key, outcome = result.outcome, faults = result.faults::jsonb, corrected = false,
      done = ${done} and result.outcome <> 'refused'
    from unnest(${numbers}::int[], ${keys}::text[], ${outcomes}::text[], ${faults}::text[])
      as result(number, key, outcome, faults)
    where ${importRows.importId} = ${id} and ${importRows.number} = result.number
      and ${importRows.number} between ${Math.min(...all)} and ${Math.max(...all)}`);
}

/** Adds up outcomes, for the result of a job. */
export function countOutcomes(results: readonly RowResult[]): Record<RowOutcome, number> {
  const counts = { new: 0, changed: 0, unchanged: 0, refused: 0 };
  for (const { outcome } of results) counts[outcome]++;
  return counts;
}
