import type { Value } from "@assay/spreadsheets";
import type { Pages } from "./pages";

/** A list that can be written as a table. */
export interface ExportTable {
  /** The headers of all columns. */
  columns: string[];
  /** Rows of the first page; all rows, unless `hasMore`. */
  firstRows: number;
  hasMore: boolean;
  /** The headers and rows of chosen columns. Can be called once. */
  choose(isChosen: (header: string) => boolean): { headers: string[]; rows: AsyncGenerator<Value[]> };
}

/** The columns of a list by header. */
export type Columns<T> = Readonly<Record<string, (row: T) => Value | undefined>>;

async function* rowsOf<T>(pages: AsyncGenerator<T[]>, cells: ((row: T) => Value | undefined)[]) {
  for await (const page of pages) {
    for (const row of page) yield cells.map((cell) => cell(row) ?? null);
  }
}

/** The table of a list with fixed columns; `whole` adds to each page what the list does not show. */
export function fixedTable<L, T>(
  pages: Pages<L>,
  columns: Columns<T>,
  whole: (pages: AsyncGenerator<L[]>) => AsyncGenerator<T[]>,
): ExportTable {
  return {
    columns: Object.keys(columns),
    firstRows: pages.first.length,
    hasMore: pages.hasMore,
    choose(isChosen) {
      const chosen = Object.entries(columns).filter(([header]) => isChosen(header));
      const cells = chosen.map(([, cell]) => cell);
      return { headers: chosen.map(([header]) => header), rows: rowsOf(whole(pages.all()), cells) };
    },
  };
}

/** JSON of a value; no cell without one. */
export const json = (value: unknown): Value => (value == null ? null : JSON.stringify(value));

/** ISO 8601 of a time. */
export const iso = (date: Date | null | undefined): Value => date?.toISOString() ?? null;
