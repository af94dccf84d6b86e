import { type Format, MAX_COLUMNS, type Value, writeTable } from "@assay/spreadsheets";
import type { Import, ImportRow, RowFault } from "@/db/schema/imports";
import type { Ctx } from "@/server/core/ctx";
import { ownedImport } from "./read";
import { refusedRows } from "./rows";
import { cellOf } from "./stored-cell";

const PAGE_ROWS = 500;

/** A reason as a line of text: column, value, reason. */
const lineOf = ({ column, value, reason, detail }: RowFault): string =>
  [column, value, reason === "refused" ? detail : detail === undefined ? reason : `${reason} ${detail}`]
    .filter((part) => part !== undefined)
    .join(": ");

function writtenValue(stored: ImportRow["cells"][number] | undefined): Value {
  const { kind, text, problem } = cellOf(stored);
  if (kind === "empty") return null;
  if (problem !== undefined) return text;
  if (kind === "boolean") return text === "true";
  const number = Number(text);
  return kind === "number" && String(number) === text ? number : text;
}

/** A name that no column of the file has. */
function freeName(headers: readonly string[], name = "reason", n = 2): string {
  if (!headers.includes(name)) return name;
  return freeName(headers, `reason ${n}`, n + 1);
}

async function* rowsOf(ctx: Ctx, of: Import): AsyncGenerator<Value[]> {
  for (let after = 0; ; ) {
    const { rows, isLast } = await refusedRows(ctx, of, { after, limit: PAGE_ROWS });
    for (const { cells, faults } of rows)
      yield [...of.headers.map((_, at) => writtenValue(cells[at])), (faults ?? []).map(lineOf).join("\n")];
    if (isLast) return;
    after = rows.at(-1)?.number ?? after;
  }
}

/** The refused rows of an import as a file, with their reasons in the last column, read page by page. */
export async function refusedFile(ctx: Ctx, id: string, format: Format): Promise<AsyncGenerator<Uint8Array>> {
  const of = await ownedImport(ctx, id);
  const columns = [...of.headers, freeName(of.headers)];
  return writeTable(format, columns, rowsOf(ctx, of), { maxColumns: MAX_COLUMNS + 1 });
}
