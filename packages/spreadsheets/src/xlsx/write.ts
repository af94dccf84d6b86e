import { writeXlsxStream } from "hucre/xlsx";
import { MAX_SHEET_CELL_CHARACTERS, MAX_SHEET_ROWS } from "../limits";
import type { Value } from "../table";
import { encodeEscapes } from "./escapes";

/** Written as the error `#N/A`, by the patch of the library: read back, it is a problem of the cell and never a value. */
const NOT_AVAILABLE = new Date(Number.NaN);

/**
 * Writes a workbook. Texts are text cells, which no program evaluates or shortens; a text that is too long for spreadsheet
 * programs is `#N/A`. Rows beyond a sheet follow in further sheets, each with the header.
 */
export async function* writeXlsx(
  columns: readonly string[],
  rows: AsyncIterable<readonly Value[]>,
  sheet = "Sheet1",
  maxRowsPerSheet = MAX_SHEET_ROWS,
): AsyncGenerator<Uint8Array> {
  const options = { name: sheet, freezePane: { rows: 1 }, maxRowsPerSheet };
  yield* writeXlsxStream(allRows(columns, rows), options);
}

async function* allRows(columns: readonly string[], rows: AsyncIterable<readonly Value[]>) {
  yield columns.map(encodeEscapes);
  for await (const row of rows) yield row.map(cellOf);
}

function cellOf(value: Value) {
  if (typeof value !== "string") return value;
  return value.length > MAX_SHEET_CELL_CHARACTERS ? NOT_AVAILABLE : encodeEscapes(value);
}
