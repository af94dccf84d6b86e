import { and, inArray, type SQL, sql } from "drizzle-orm";
import { makePgArray, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import type { Ctx } from "@/server/core/ctx";
import { type KeysetPage, type Listed, PageByNumber, PageByUuid } from "@/server/data/keyset";
import { fittingCount, weightOf, withWeights } from "@/server/data/weight";

/** Rows that one step of an export lists. */
export const PAGE_ROWS = 1_000;

/** The pages of a list. The first one is read at once. */
export interface Pages<T> {
  first: T[];
  hasMore: boolean;
  /** All pages, with the first one. Can be iterated once. */
  all(): AsyncGenerator<T[]>;
}

async function openPages<T, C>(
  list: (cursor: C | undefined) => Promise<{ entries: T[]; next: C | undefined }>,
): Promise<Pages<T>> {
  const first = await list(undefined);
  async function* all() {
    let { entries, next } = first;
    for (;;) {
      if (entries.length > 0) yield entries;
      if (next === undefined) return;
      ({ entries, next } = await list(next));
    }
  }
  return { first: first.entries, hasMore: first.next !== undefined, all };
}

const CURSOR = { number: PageByNumber.shape.cursor, uuid: PageByUuid.shape.cursor };

/** Opens a list that pages by key. */
export const openKeyset = <T>(
  ids: keyof typeof CURSOR,
  list: (page: KeysetPage) => Promise<Listed<T>>,
): Promise<Pages<T>> =>
  openPages<T, string>(async (cursor) => {
    const { entries, nextCursor } = await list({ cursor: CURSOR[ids].parse(cursor), limit: PAGE_ROWS });
    return { entries, next: nextCursor ?? undefined };
  });

/** Opens a list that pages by time. */
export const openTimed = <T>(
  list: (page: { timestamp?: number; limit: number }) => Promise<{ entries: T[]; next: number | undefined }>,
): Promise<Pages<T>> =>
  openPages<T, number>((timestamp) =>
    list({ ...(timestamp === undefined ? {} : { timestamp }), limit: PAGE_ROWS }),
  );

/** How to read whole rows of a table by their keys. */
interface Whole<K, R> {
  table: PgTable;
  key: { column: PgColumn; sqlType: "uuid" | "text" };
  /** Only rows of the caller. */
  own: SQL | undefined;
  /** Columns of unbounded size. */
  long: PgColumn[];
  read(ctx: Ctx, keys: K[]): Promise<R[]>;
}

/**
 * Reads whole rows by their keys, in portions of few megabytes, in the order of the keys. Rows that were deleted meanwhile
 * are left out.
 */
export async function* inPortions<K extends string, R>(
  ctx: Ctx,
  { table, key, own, long, read }: Whole<K, R>,
  keys: K[],
): AsyncGenerator<R[]> {
  for (let rest = keys; rest.length > 0; ) {
    const wanted = rest;
    const place = sql`array_position(${makePgArray(wanted)}::${sql.raw(key.sqlType)}[], ${key.column})`;
    const { rows, count } = await withWeights(
      ctx,
      (maxBytes) =>
        ctx.db
          .select({ at: sql<number>`${place}`, bytes: weightOf(place, maxBytes, ...long) })
          .from(table)
          .where(and(own, inArray(key.column, wanted)))
          .orderBy(place),
      async (weighed) => {
        const fitting = fittingCount(weighed);
        const beyond = weighed[fitting];
        const count = beyond ? beyond.at - 1 : wanted.length;
        return { rows: await read(ctx, wanted.slice(0, count)), count };
      },
    );
    if (rows.length > 0) yield rows;
    rest = rest.slice(count);
  }
}
