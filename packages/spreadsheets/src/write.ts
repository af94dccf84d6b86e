import { isStorable, isTooLong } from "./cells";
import { writeCsv } from "./csv/write";
import { SpreadsheetFault } from "./fault";
import { writeJsonLines } from "./jsonl/write";
import { MAX_COLUMNS, MAX_SHEET_ROWS } from "./limits";
import { checkColumns, type Format, type Value } from "./table";
import { writeXlsx } from "./xlsx/write";

const WRITERS = { csv: writeCsv, xlsx: writeXlsx, jsonl: writeJsonLines };

export interface WriteOptions {
  /** More than can be read, for a column that is added to a table that was read. */
  maxColumns?: number;
}

/**
 * Writes a table, as fast as the bytes are read. Short rows end with empty cells.
 * @throws {SpreadsheetFault} for invalid columns, `tooManyCells`, `tooManyRows`, and `invalidValue` for a value that the
 * formats cannot hold.
 */
export function writeTable(
  format: Format,
  columns: readonly string[],
  rows: AsyncIterable<readonly Value[]> | Iterable<readonly Value[]>,
  { maxColumns = MAX_COLUMNS }: WriteOptions = {},
): AsyncGenerator<Uint8Array> {
  checkColumns(columns, undefined, maxColumns);
  checkRow(columns, 1, columns);
  return WRITERS[format](columns, checkRows(format, columns, rows));
}

async function* checkRows(
  format: Format,
  columns: readonly string[],
  rows: AsyncIterable<readonly Value[]> | Iterable<readonly Value[]>,
): AsyncGenerator<readonly Value[]> {
  let number = format === "jsonl" ? 0 : 1;
  for await (const row of rows) {
    number++;
    if (format === "xlsx" && number > MAX_SHEET_ROWS)
      throw new SpreadsheetFault("tooManyRows", { row: number });
    checkRow(row, number, columns);
    yield row;
  }
}

function checkRow(row: readonly Value[], number: number, columns: readonly string[]): void {
  if (row.length > columns.length) throw new SpreadsheetFault("tooManyCells", { row: number });
  row.forEach((value, at) => {
    const name = columns[at] ?? "";
    if (!isValid(value)) throw new SpreadsheetFault("invalidValue", { row: number, column: at + 1, name });
  });
}

function isValid(value: Value): boolean {
  if (typeof value === "string") return isStorable(value) && !isTooLong(value);
  return typeof value !== "number" || Number.isFinite(value);
}
