import { and, type SQL, sql } from "drizzle-orm";
import { makePgArray, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { Ctx } from "@/server/core/ctx";
import { type KeysetPage, type Listed, PageByNumber, PageByUuid } from "@/server/data/keyset";
import { walkIndexes } from "@/server/data/walk-indexes";
import { fittingCount, weightOf, withWeights } from "@/server/data/weight";

/** Rows that one step of an export lists. */
export const PAGE_ROWS = 500;

/** The pages of a list. The first one is read at once. */
export interface Pages<T> {
  first: T[];
  hasMore: boolean;
  /** All pages, with the first one. Can be iterated once. */
  all(): AsyncGenerator<T[]>;
}

const CURSOR = { number: PageByNumber.shape.cursor, uuid: PageByUuid.shape.cursor };

/** Opens a list that pages by key. */
export async function openKeyset<T>(
  ids: keyof typeof CURSOR,
  list: (page: KeysetPage) => Promise<Listed<T>>,
): Promise<Pages<T>> {
  const after = (cursor: string | null) => list({ cursor: CURSOR[ids].parse(cursor), limit: PAGE_ROWS });
  const first = await after(null);
  async function* all() {
    let { entries, nextCursor } = first;
    for (;;) {
      if (entries.length > 0) yield entries;
      if (nextCursor === null) return;
      ({ entries, nextCursor } = await after(nextCursor));
    }
  }
  return { first: first.entries, hasMore: first.nextCursor !== null, all };
}

/** A list that is known and fits one page. */
export function onePage<T>(entries: T[]): Pages<T> {
  async function* all() {
    yield entries;
  }
  return { first: entries, hasMore: false, all };
}

/** How to read whole rows of a table by their keys. */
interface Whole<R> {
  table: PgTable;
  key: { column: PgColumn; sqlType: "uuid" | "text" };
  /** Only rows of the caller. */
  own: SQL | undefined;
  /** Columns of unbounded size. */
  long: PgColumn[];
  /** Reads the rows of a condition, in any order. */
  read(ctx: Ctx, where: SQL | undefined): Promise<R[]>;
  keyOf(row: R): string;
}

/**
 * Reads whole rows by their keys, in portions of few megabytes, in the order of the keys and along their index regardless of
 * planner statistics (decision 0036). Rows that were deleted meanwhile are left out.
 */
export async function* inPortions<R>(ctx: Ctx, whole: Whole<R>, keys: string[]): AsyncGenerator<R[]> {
  if (keys.length === 0) return;
  const { table, key, own, long, read, keyOf } = whole;
  const among = and(own, sql`${key.column} = any(${makePgArray(keys)}::${sql.raw(key.sqlType)}[])`);
  const weigh = (maxBytes: number) =>
    walkIndexes(ctx.db, (db) =>
      db
        .select({ bytes: weightOf(sql`${key.column}`, maxBytes, ...long) })
        .from(table)
        .where(among)
        .orderBy(key.column),
    );
  const found = await withWeights(ctx, weigh, (weighed) =>
    fittingCount(weighed) < weighed.length
      ? Promise.resolve(undefined)
      : walkIndexes(ctx.db, (db) => read({ ...ctx, db }, among)),
  );
  if (found === undefined) {
    const half = Math.ceil(keys.length / 2);
    yield* inPortions(ctx, whole, keys.slice(0, half));
    yield* inPortions(ctx, whole, keys.slice(half));
    return;
  }
  const byKey = new Map(found.map((row) => [keyOf(row), row]));
  yield keys.flatMap((key) => byKey.get(key) ?? []);
}
