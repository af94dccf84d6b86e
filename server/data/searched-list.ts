import { and, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Ctx } from "@/server/core/ctx";
import type { KeysetPage, Listed, TimeColumn, Walk } from "./keyset";
import { type KeyValue, type Order, partsOf } from "./order";
import { rareIds } from "./text-search";
import { readParts } from "./walks";

/** A row with the value that its list is sorted by. */
interface SortedRow {
  id: string;
  sortedBy: KeyValue;
}

/** A list that is sorted by an indexed column and searched by the texts of its rows. */
interface SearchedList<Row extends SortedRow> {
  table: PgTable;
  /** A UUID. */
  id: PgColumn;
  time: TimeColumn;
  /** The other columns that `passes` and the orders need. */
  columns: PgColumn[];
  /** The rows of the caller. */
  own: SQL;
  passes?: SQL | undefined;
  /** The search, for rows that another index finds. */
  isFound: SQL | undefined;
  /** The search by conditions with an index each; empty where no index narrows it. */
  found: (SQL | undefined)[];
  read(ctx: Ctx, where: SQL | undefined, order: SQL[], limit: number): Promise<Row[]>;
}

/** Reads one page along the index of the order; rare rows of a search are found by its indexes. */
export function listSearched<Row extends SortedRow>(
  ctx: Ctx,
  page: KeysetPage,
  order: Order | undefined,
  { table, id, time, columns, own, passes, isFound, found, read }: SearchedList<Row>,
): Promise<Listed<Row>> {
  const left = and(passes, isFound);
  const walkOf =
    ({ order, within }: ReturnType<typeof partsOf>[number]) =>
    (ctx: Ctx): Walk<Row> => ({
      time,
      order,
      id,
      keyOf: ({ sortedBy, id }) => ({ at: sortedBy, id }),
      read: (range, sorted, limit) => read(ctx, and(own, within, left, range), sorted, limit),
      ...(left && { walked: { table, where: and(own, within) } }),
      ...(found.length > 0 && {
        shortcut: async (range, sorted, limit) => {
          const rare = { found, passes: and(passes, within, range), order: sorted };
          const ids = await rareIds(ctx, { table, columns, time, id }, rare, limit);
          if (ids === undefined) return undefined;
          return { rows: await read(ctx, sql`${id} = any(${ids}::uuid[])`, sorted, limit) };
        },
      }),
    });
  return readParts(ctx, page, partsOf(order).map(walkOf));
}
