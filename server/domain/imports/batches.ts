import { eq, sql } from "drizzle-orm";
import { type Import, type ImportRow, imports } from "@/db/schema/imports";
import type { Ctx } from "@/server/core/ctx";
import type { DividedBatch, Done, Part, Step } from "@/server/domain/jobs/progress";
import { refuseWithoutRecordRoom } from "@/server/domain/storage/room";
import { isClash } from "@/server/loops/fault";
import { workInHalves } from "@/server/loops/halves";
import { checkGroups, importGroups } from "./groups";
import { addFirstRows, checkItems, importItems } from "./items";
import { countRefused, ownedImport, refuseIfBegun } from "./read";
import {
  countOutcomes,
  type FirstRows,
  nextRows,
  type RowResult,
  type Rows,
  rowsAfter,
  writeResults,
} from "./rows";

/**
 * Rows of a batch. Each batch locks its groups and items in order, so that batches of two jobs wait in one direction only; of
 * two that create the same items, one may fail and is repeated in halves. Groups are written one by one, which takes longer.
 */
const BATCH_ROWS = { items: 1_000, groups: 500 };
/** Parts of a divided batch, at most. */
const DIVIDED_PARTS = 24;

interface Cursor {
  /** The last row that was handled. */
  after: number;
  /** Whether corrected rows are next. */
  corrected: boolean;
}

export const cursorOf = (cursor: unknown): Cursor => {
  const { after, corrected }: { after?: unknown; corrected?: unknown } = Object(cursor);
  return { after: typeof after === "number" ? after : 0, corrected: corrected === true };
};

const CHECK = { items: checkItems, groups: checkGroups };
const IMPORT = { items: importItems, groups: importGroups };

/** What rows would do. Changes nothing. */
export const checkRows = (ctx: Ctx, of: Import, rows: readonly ImportRow[]): Promise<RowResult[]> =>
  CHECK[of.kind](ctx, of, rows);

/**
 * Checks the next rows of an import: notes what each would do. Changes no item and no group.
 * @throws 409 once rows are imported: their outcomes stay
 */
export async function checkBatch(ctx: Ctx, input: { importId: string }, cursor: unknown): Promise<Step> {
  const of = await ownedImport(ctx, input.importId);
  refuseIfBegun(of);
  const { rows, isLast } = await rowsAfter(ctx, of, {
    after: cursorOf(cursor).after,
    limit: BATCH_ROWS[of.kind],
  });
  const results = await checkRows(ctx, of, rows);
  await writeResults(ctx, of, results, false);
  const now = new Date();
  await ctx.db
    .update(imports)
    .set({ updatedAt: now, ...(isLast ? { checkedAt: now } : {}) })
    .where(eq(imports.id, of.id));
  const after = rows.at(-1)?.number ?? 0;
  return { cursor: isLast ? null : { after }, done: rows.length, counts: countOutcomes(results) };
}

/**
 * Imports rows together. A batch that fails is halved, and a row that fails alone is refused, so that it stops no other.
 * @throws an outage or a clash with another transaction, and the reason where many rows fail one after the other
 */
async function importRows(ctx: Ctx, of: Import, rows: ImportRow[], first?: FirstRows): Promise<RowResult[]> {
  const results: RowResult[] = [];
  const { stoppedBy } = await workInHalves(rows, {
    work: async (some) => {
      const done = await ctx.db.transaction((tx) => IMPORT[of.kind]({ ...ctx, db: tx }, of, some, first));
      results.push(...done);
      // Rows of the second half may repeat keys of the first.
      if (some.length < rows.length) await writeResults(ctx, of, done, true);
    },
    setAside: async ({ number }, reason) => {
      if (isClash(reason)) throw reason;
      results.push({ number, key: null, outcome: "refused", faults: [{ reason: "internal" }] });
    },
  });
  if (stoppedBy !== undefined) throw stoppedBy;
  await writeResults(ctx, of, results, true);
  return results;
}

/** Imports rows and counts them. Rows and what became of them are one commit, so that each is imported once. */
async function importPart(ctx: Ctx, of: Import, rows: ImportRow[], first?: FirstRows): Promise<Done> {
  await refuseWithoutRecordRoom(ctx, of.producerId);
  const counts = countOutcomes(await importRows(ctx, of, rows, first));
  await ctx.db
    .update(imports)
    .set({
      created: sql`${imports.created} + ${counts.new}`,
      changed: sql`${imports.changed} + ${counts.changed}`,
      unchanged: sql`${imports.unchanged} + ${counts.unchanged}`,
      updatedAt: new Date(),
    })
    .where(eq(imports.id, of.id));
  return { done: rows.length, counts };
}

/** Imports the next rows. */
export async function importBatch(ctx: Ctx, input: { importId: string }, cursor: unknown): Promise<Step> {
  const of = await ownedImport(ctx, input.importId);
  const { after, corrected } = cursorOf(cursor);
  const { rows, isLast } = await nextRows(ctx, of, { after, corrected, limit: BATCH_ROWS[of.kind] });
  const step = await importPart(ctx, of, rows);
  const isEnd = isLast && (corrected || (await countRefused(ctx, of)).corrected === 0);
  const next = isLast ? { after: 0, corrected: true } : { after: rows.at(-1)?.number ?? after, corrected };
  return { ...step, cursor: isEnd ? null : next };
}

/** The next rows of items in parts; undefined where they are few, or corrected ones. */
export async function divideImport(
  ctx: Ctx,
  input: { importId: string },
  cursor: unknown,
): Promise<DividedBatch | undefined> {
  const of = await ownedImport(ctx, input.importId);
  const { after, corrected } = cursorOf(cursor);
  if (of.kind !== "items" || corrected) return undefined;
  const rows = await nextRows(ctx, of, { after, corrected, limit: BATCH_ROWS.items });
  return rows.isLast ? undefined : partsOf(ctx, of, rows);
}

/**
 * Parts from the given rows on. Of rows with the same identifier only the first one of all parts does something, so that no
 * part waits for another.
 */
async function* partsOf(ctx: Ctx, of: Import, { rows, isLast }: Rows): AsyncGenerator<Part> {
  const known = new Map<string, number>();
  for (let part = 1; ; part++) {
    const last = rows.at(-1);
    if (!last) return;
    await addFirstRows(ctx, of, rows, known);
    const own = rows;
    yield {
      work: (ctx) => importPart(ctx, of, own, known),
      cursor: { after: last.number, corrected: false },
    };
    // The last rows end the import, which a batch of their own does.
    if (isLast || part === DIVIDED_PARTS) return;
    ({ rows, isLast } = await nextRows(ctx, of, {
      after: last.number,
      corrected: false,
      limit: BATCH_ROWS.items,
    }));
  }
}
