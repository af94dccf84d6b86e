import type { Value } from "@assay/spreadsheets";
import type { Column, TableKind } from "@/server/domain/tables/columns";
import { addTypes, columnsFor, type DataTypes, rowOf, type Thing } from "@/server/domain/tables/row";
import type { Pages } from "./pages";
import type { ExportTable } from "./table";

/** A row with only the chosen fields of `data`. */
function reduced(thing: Thing, keys: ReadonlySet<string>): Thing {
  return { ...thing, data: Object.fromEntries(Object.entries(thing.data).filter(([key]) => keys.has(key))) };
}

/** Reads the things of pages in portions. */
type ReadThings<L> = (page: L[], facts: boolean) => AsyncGenerator<Thing[]>;

async function* rowsOf<L>(
  pages: AsyncGenerator<L[]>,
  read: ReadThings<L>,
  { columns, keys }: { columns: Column[]; keys: ReadonlySet<string> | undefined },
): AsyncGenerator<Value[]> {
  const hasFacts = columns.some(({ of }) => of === "fact");
  for await (const page of pages) {
    for await (const things of read(page, hasFacts)) {
      for (const thing of things) yield rowOf(keys ? reduced(thing, keys) : thing, columns);
    }
  }
}

/**
 * The table of items or groups. The first page shows which fields `data` has; other fields, and values of another type,
 * stand in the column `data:json`. Where only some fields are chosen, this column holds such values of these fields alone.
 */
export async function describedTable<L>(
  kind: TableKind,
  pages: Pages<L>,
  read: ReadThings<L>,
): Promise<ExportTable> {
  const types: DataTypes = new Map();
  for await (const things of read(pages.first, false)) addTypes(types, things);
  const columns = columnsFor(kind, types, { isSample: pages.hasMore });
  return {
    columns: columns.map(({ header }) => header),
    firstRows: pages.first.length,
    hasMore: pages.hasMore,
    choose(isChosen) {
      const chosen = columns.filter(({ header }) => isChosen(header));
      const keys = new Set(chosen.flatMap((column) => (column.of === "data" ? [column.key] : [])));
      const other = columns.find(({ of }) => of === "otherData");
      const isWhole = other === undefined || chosen.includes(other);
      const written = isWhole || keys.size === 0 ? chosen : [...chosen, other];
      return {
        headers: written.map(({ header }) => header),
        rows: rowsOf(pages.all(), read, { columns: written, keys: isWhole ? undefined : keys }),
      };
    },
  };
}
