import { isStorable } from "./cells";
import { writeCsv } from "./csv/write";
import { SpreadsheetFault } from "./fault";
import { writeJsonLines } from "./jsonl/write";
import { MAX_COLUMNS } from "./limits";
import { checkColumns, type Format, type Value } from "./table";
import { writeXlsx } from "./xlsx/write";

const WRITERS = { csv: writeCsv, xlsx: writeXlsx, jsonl: writeJsonLines };

export interface WriteOptions {
  /** More than can be read, for a column that is added to a table that was read. */
  maxColumns?: number;
  /** The name of the sheet of a workbook. Further rows than it holds follow in sheets such as `items_2`, with the header. */
  sheet?: string;
}

/**
 * Writes a table, as fast as the bytes are read. Short rows end with empty cells.
 * @throws {SpreadsheetFault} for invalid columns, `tooManyCells`, and `invalidValue` for a value that no format holds.
 */
export function writeTable(
  format: Format,
  columns: readonly string[],
  rows: AsyncIterable<readonly Value[]> | Iterable<readonly Value[]>,
  { maxColumns = MAX_COLUMNS, sheet }: WriteOptions = {},
): AsyncGenerator<Uint8Array> {
  checkColumns(columns, undefined, maxColumns);
  checkRow(columns, 1, columns);
  return WRITERS[format](columns, checkRows(format, columns, rows), sheet);
}

async function* checkRows(
  format: Format,
  columns: readonly string[],
  rows: AsyncIterable<readonly Value[]> | Iterable<readonly Value[]>,
): AsyncGenerator<readonly Value[]> {
  let number = format === "jsonl" ? 0 : 1;
  for await (const row of rows) {
    number++;
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
  if (typeof value === "string") return isStorable(value);
  return typeof value !== "number" || Number.isFinite(value);
}
