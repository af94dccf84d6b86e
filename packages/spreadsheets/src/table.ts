import { type Cell, type CellProblem, EMPTY } from "./cells";
import { SpreadsheetFault } from "./fault";
import { MAX_COLUMNS, MAX_NAME_CHARACTERS } from "./limits";

export type Format = "csv" | "xlsx" | "jsonl";

/** A value to write. Texts stay texts, even those of digits; `null` is an empty cell. */
export type Value = string | number | boolean | null;

export type RowProblem =
  /** More cells than columns. */
  | "tooManyCells"
  /** A line of JSON Lines that is no JSON object. */
  | "invalidJson"
  /** A key of JSON Lines that the first rows do not have. */
  | "unknownColumn";

export interface Row {
  /** Counted from 1 as a spreadsheet program counts: with the header and blank rows. JSON Lines: the line. */
  readonly number: number;
  /** One for each column. */
  readonly cells: readonly Cell[];
  readonly problem?: RowProblem;
}

export interface Table {
  readonly columns: readonly string[];
  /** Can be iterated once. */
  readonly rows: AsyncIterableIterator<Row>;
  /** Releases files if the rows are not iterated to their end. */
  close(): Promise<void>;
}

export interface Problem {
  readonly code: CellProblem | RowProblem;
  readonly row: number;
  /** Counted from 1; absent if the whole row is meant. */
  readonly column?: number;
}

/** The problems of a row with their places. */
export function problemsOf(row: Row): Problem[] {
  const ofCells = row.cells.flatMap(({ problem }, at) =>
    problem ? [{ code: problem, row: row.number, column: at + 1 }] : [],
  );
  return row.problem ? [{ code: row.problem, row: row.number }, ...ofCells] : ofCells;
}

/**
 * Checks the names of columns.
 * @throws {SpreadsheetFault} for no, too many, empty or duplicate names.
 */
export function checkColumns(names: readonly string[], row?: number, maxColumns = MAX_COLUMNS): void {
  const at = row === undefined ? {} : { row };
  if (names.length === 0) throw new SpreadsheetFault("noHeader", at);
  if (names.length > maxColumns) throw new SpreadsheetFault("tooManyColumns", at);
  names.forEach((name, index) => {
    const place = { ...at, column: index + 1, name };
    if (name === "") throw new SpreadsheetFault("emptyColumnName", place);
    if (names.indexOf(name) !== index) throw new SpreadsheetFault("duplicateColumn", place);
  });
}

/**
 * Checks the names of the columns of a file.
 * @throws {SpreadsheetFault} as `checkColumns`, and for too long names.
 */
export function checkReadColumns(names: readonly string[], row?: number): void {
  const long = names.findIndex(({ length }) => length > MAX_NAME_CHARACTERS);
  if (long >= 0)
    throw new SpreadsheetFault("longColumnName", { ...(row === undefined ? {} : { row }), column: long + 1 });
  checkColumns(names, row);
}

/** Makes a row with one cell for each column: missing ones are empty, surplus ones with a value are a problem. */
export function fitRow(number: number, cells: readonly Cell[], width: number): Row {
  if (cells.length === width) return { number, cells };
  const fitted = Array.from({ length: width }, (_, at) => cells[at] ?? EMPTY);
  const hasSurplus = cells.slice(width).some(({ kind }) => kind !== "empty");
  return hasSurplus ? { number, cells: fitted, problem: "tooManyCells" } : { number, cells: fitted };
}

/** A row before the header is known. */
export interface RawRow {
  readonly number: number;
  readonly cells: readonly Cell[];
}

const isBlank = ({ cells }: RawRow) => cells.every(({ kind }) => kind === "empty");

/**
 * Reads the header, the first row that is not blank, and makes the following ones rows of a table.
 * @throws {SpreadsheetFault} `noHeader` and for invalid columns.
 */
export async function withHeader(raw: AsyncGenerator<RawRow>): Promise<Table> {
  try {
    let first = await raw.next();
    while (!first.done && isBlank(first.value)) first = await raw.next();
    if (first.done) throw new SpreadsheetFault("noHeader");
    const { number, cells } = first.value;
    const width = cells.findLastIndex(({ kind }) => kind !== "empty") + 1;
    const columns = cells.slice(0, width).map(({ text }) => text.trim());
    if (cells.some(({ problem }) => problem === "invalidCharacter"))
      throw new SpreadsheetFault("notASpreadsheet");
    checkReadColumns(columns, number);
    return { columns, rows: rowsOf(raw, width), close: async () => void (await raw.return(undefined)) };
  } catch (error) {
    await raw.return(undefined);
    throw error;
  }
}

async function* rowsOf(raw: AsyncGenerator<RawRow>, width: number): AsyncGenerator<Row> {
  for await (const row of raw) {
    if (!isBlank(row)) yield fitRow(row.number, row.cells, width);
  }
}
