import type { Cell } from "@assay/spreadsheets";
import type { Import, ImportRow, RowFault } from "@/db/schema/imports";
import type { Ctx } from "@/server/core/ctx";
import type { AppError } from "@/server/core/errors";
import type { Description } from "@/server/domain/shared/description";
import { changeFrom, imageFileOf, keyOf, type RowChange } from "@/server/domain/tables/change";
import type { Column } from "@/server/domain/tables/columns";
import { findNamedFiles, type NamedFile } from "@/server/domain/tables/file-names";
import type { NamedGroup } from "@/server/domain/tables/group-names";
import { cellOf } from "./stored-cell";
import { faultOf } from "./validate";

/** A row with what its cells say. */
export interface ReadRow {
  row: ImportRow;
  cells: readonly Cell[];
  /** The identifier or id; null where there is none to read. */
  key: string | null;
}

export const keyed = (rows: readonly ImportRow[], columns: readonly (Column | null)[]): ReadRow[] =>
  rows.map((row) => {
    const cells = row.cells.map(cellOf);
    return { row, cells, key: storableKey(keyOf(cells, columns)) };
  });

const MAX_KEY_CHARACTERS = 200;

/** Longer keys are refused anyway, and are no names of rows. */
const storableKey = (key: string | undefined): string | null =>
  key === undefined || key.length > 2 * MAX_KEY_CHARACTERS ? null : key;

/** The image files that rows name. */
export const filesOf = (ctx: Ctx, rows: readonly ReadRow[], columns: readonly (Column | null)[]) =>
  findNamedFiles(
    ctx,
    rows.flatMap(({ cells }) => imageFileOf(cells, columns) ?? []),
  );

/** What is known about the subject of a row. */
interface Known {
  before: Description | undefined;
  /** The number of the first row with the same key. */
  first: number | undefined;
  files: ReadonlyMap<string, NamedFile>;
}

/** The change of a row, or why it is refused. */
export function readRow(
  kind: Import["kind"],
  { row, cells, key }: ReadRow,
  columns: readonly (Column | null)[],
  { before, first, files }: Known,
): { change: RowChange } | { faults: RowFault[] } {
  const header = columns.find((column) => column?.of === "key")?.header;
  if (row.problem !== null) return { faults: [{ reason: row.problem }] };
  if (key !== null && first !== undefined && first !== row.number)
    return {
      faults: [
        { ...(header ? { column: header } : {}), value: key, reason: "duplicate", detail: String(first) },
      ],
    };
  return changeFrom(kind, cells, columns, { before, files });
}

/** The id of the group that a row names; null for none, undefined to keep the present one. */
export function groupOf(
  { group }: RowChange,
  named: ReadonlyMap<string, NamedGroup>,
  columns: readonly (Column | null)[],
): { groupId: string | null | undefined } | { faults: RowFault[] } {
  if (group === null || group === undefined) return { groupId: group };
  const found = named.get(group) ?? "unknown";
  if (typeof found === "object") return { groupId: found.id };
  const header = columns.find((column) => column?.of === "group")?.header ?? "";
  const reason = found === "unknown" ? "unknownGroup" : "ambiguousGroup";
  return { faults: [{ column: header, value: group.slice(0, 100).toWellFormed(), reason }] };
}

export const refusedBy = (
  refusal: AppError,
  columns: readonly (Column | null)[],
): { faults: RowFault[] } => ({
  faults: [faultOf(refusal, columns)],
});
