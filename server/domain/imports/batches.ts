import { eq, sql } from "drizzle-orm";
import { type Import, type ImportRow, imports, type RowOutcome } from "@/db/schema/imports";
import type { Ctx } from "@/server/core/ctx";
import type { Step } from "@/server/domain/jobs/progress";
import { refuseWithoutRecordRoom } from "@/server/domain/storage/room";
import { workInHalves } from "@/server/loops/halves";
import { checkGroups, importGroups } from "./groups";
import { checkItems, importItems } from "./items";
import { countRefused, ownedImport } from "./read";
import { countOutcomes, nextRows, type RowResult, rowsAfter, writeResults } from "./rows";

/** Rows of one statement, and the time after which a batch begins no further ones. */
const CHUNK_ROWS = 500;
const BATCH_MS = 1_500;

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

const added = (a: Record<RowOutcome, number>, b: Record<RowOutcome, number>): Record<RowOutcome, number> => ({
  new: a.new + b.new,
  changed: a.changed + b.changed,
  unchanged: a.unchanged + b.unchanged,
  refused: a.refused + b.refused,
});

const CHECK = { items: checkItems, groups: checkGroups };
const IMPORT = { items: importItems, groups: importGroups };

/** What rows would do. Changes nothing. */
export const checkRows = (ctx: Ctx, of: Import, rows: readonly ImportRow[]): Promise<RowResult[]> =>
  CHECK[of.kind](ctx, of, rows);

/** Handles chunks of rows until the time of a batch is over. `done` is false while rows may be left. */
async function inChunks(
  next: (after: number) => Promise<ImportRow[]>,
  work: (rows: ImportRow[]) => Promise<RowResult[]>,
  from: number,
) {
  const end = performance.now() + BATCH_MS;
  let [after, counts] = [from, countOutcomes([])];
  do {
    const rows = await next(after);
    const last = rows.at(-1);
    if (last) {
      counts = added(counts, countOutcomes(await work(rows)));
      after = last.number;
    }
    if (rows.length < CHUNK_ROWS) return { after, counts, isLast: true };
  } while (performance.now() < end);
  return { after, counts, isLast: false };
}

const sum = ({ new: fresh, changed, unchanged, refused }: Record<RowOutcome, number>) =>
  fresh + changed + unchanged + refused;

/** Checks the next rows of an import: notes what each would do. Changes no item and no group. */
export async function checkBatch(ctx: Ctx, input: { importId: string }, cursor: unknown): Promise<Step> {
  const of = await ownedImport(ctx, input.importId);
  const { after, counts, isLast } = await inChunks(
    (after) => rowsAfter(ctx, of, { after, limit: CHUNK_ROWS }),
    async (rows) => {
      const results = await checkRows(ctx, of, rows);
      await writeResults(ctx, of, results, false);
      return results;
    },
    cursorOf(cursor).after,
  );
  const now = new Date();
  await ctx.db
    .update(imports)
    .set({ updatedAt: now, ...(isLast ? { checkedAt: now } : {}) })
    .where(eq(imports.id, of.id));
  return { cursor: isLast ? null : { after }, done: sum(counts), counts };
}

/**
 * Imports rows together. A chunk that fails is halved, and a row that fails alone is refused, so that it stops no other.
 * @throws an outage, and the reason where many rows fail one after the other
 */
async function importRows(ctx: Ctx, of: Import, rows: ImportRow[]): Promise<RowResult[]> {
  const results: RowResult[] = [];
  const { stoppedBy } = await workInHalves(rows, {
    work: async (some) => {
      const done = await ctx.db.transaction((tx) => IMPORT[of.kind]({ ...ctx, db: tx }, of, some));
      results.push(...done);
      // Rows of the second half may repeat keys of the first.
      if (some.length < rows.length) await writeResults(ctx, of, done, true);
    },
    setAside: async ({ number }) => {
      results.push({ number, key: null, outcome: "refused", faults: [{ reason: "internal" }] });
    },
  });
  if (stoppedBy !== undefined) throw stoppedBy;
  await writeResults(ctx, of, results, true);
  return results;
}

/** Imports the next rows. Rows and what became of them are one commit, so that each is imported once. */
export async function importBatch(ctx: Ctx, input: { importId: string }, cursor: unknown): Promise<Step> {
  const of = await ownedImport(ctx, input.importId);
  await refuseWithoutRecordRoom(ctx, of.producerId);
  const { after: from, corrected } = cursorOf(cursor);
  const { after, counts, isLast } = await inChunks(
    (after) => nextRows(ctx, of, { after, corrected, limit: CHUNK_ROWS }),
    (rows) => importRows(ctx, of, rows),
    from,
  );
  await ctx.db
    .update(imports)
    .set({
      created: sql`${imports.created} + ${counts.new}`,
      changed: sql`${imports.changed} + ${counts.changed}`,
      unchanged: sql`${imports.unchanged} + ${counts.unchanged}`,
      updatedAt: new Date(),
    })
    .where(eq(imports.id, of.id));
  const isEnd = isLast && (corrected || (await countRefused(ctx, of)).corrected === 0);
  const next = isLast ? { after: 0, corrected: true } : { after, corrected };
  return { cursor: isEnd ? null : next, done: sum(counts), counts };
}
