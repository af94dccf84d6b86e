import { SpreadsheetFault } from "../fault";
import { MAX_CELL_ELEMENTS, MAX_COLUMNS, MAX_EMPTY_ELEMENTS, MAX_ROW_BYTES, MAX_SHEET_ROWS } from "../limits";
import { type XmlHandler, xmlReader } from "./xml";

/** A cell as the sheet stores it. */
export interface StoredCell {
  /** Counted from 0. */
  column: number;
  /** `s` is the index of a shared string, `n` a number. */
  type: string;
  style: number;
  text: string;
  hasFormula: boolean;
}

export interface StoredRow {
  number: number;
  /** Those with a value or a formula; one more than columns are enough to refuse the row. */
  cells: StoredCell[];
}

/**
 * Reads the rows of a sheet as it unpacks.
 * @throws {SpreadsheetFault} `zipBomb` for more than `maxEmpty` elements that hold no value: they cost time and add no row
 */
export async function* readSheet(
  chunks: AsyncIterable<string>,
  maxEmpty = MAX_EMPTY_ELEMENTS,
): AsyncGenerator<StoredRow> {
  const rows: StoredRow[] = [];
  const reader = xmlReader(sheetHandler((row) => rows.push(row), maxEmpty));
  for await (const chunk of chunks) {
    reader.write(chunk);
    yield* rows;
    rows.length = 0;
  }
  reader.end();
}

function sheetHandler(add: (row: StoredRow) => void, maxEmpty: number): XmlHandler {
  let empty = 0;
  let row: StoredRow = { number: 0, cells: [] };
  let cell: StoredCell | undefined;
  let nextColumn = 0;
  let length = 0;
  let isText = false;
  let isHint = false;
  return {
    open(name, attributes) {
      if (++empty > maxEmpty) throw new SpreadsheetFault("zipBomb", { row: row.number });
      isText = name === "v" || (name === "t" && !isHint);
      if (name === "row") {
        row = { number: rowNumber(attributes.r, row.number + 1), cells: [] };
        nextColumn = length = 0;
      } else if (name === "c") {
        const column = columnOf(attributes.r) ?? nextColumn;
        nextColumn = column + 1;
        const { t: type = "n", s: style = "0" } = attributes;
        cell = { column, type, style: Number(style), text: "", hasFormula: false };
      } else if (name === "f" && cell) cell.hasFormula = true;
      else if (name === "rPh") isHint = true;
    },
    text(text) {
      if (!isText || !cell) return;
      length += text.length;
      if (length > MAX_ROW_BYTES) throw new SpreadsheetFault("rowTooLong", { row: row.number });
      cell.text += text;
    },
    close(name) {
      isText = false;
      if (name === "rPh") isHint = false;
      else if (name === "row") {
        if (row.cells.length > 0) empty = Math.max(0, empty - MAX_COLUMNS);
        add(row);
      } else if (name === "c" && cell) {
        const hasContent = cell.text !== "" || cell.hasFormula;
        if (hasContent && row.cells.length <= MAX_COLUMNS) {
          row.cells.push(cell);
          empty = Math.max(0, empty - MAX_CELL_ELEMENTS);
        }
        cell = undefined;
      }
    },
  };
}

function rowNumber(stored: string | undefined, next: number): number {
  const number = stored === undefined ? next : Number(stored);
  if (Number.isInteger(number) && number >= next && number <= MAX_SHEET_ROWS) return number;
  throw new SpreadsheetFault("damagedFile", { row: next });
}

const CHARACTER_BEFORE_A = 64;

/** The column of a reference such as `AB12`. */
function columnOf(reference: string | undefined): number | undefined {
  let column = 0;
  for (const character of reference ?? "") {
    const value = (character.codePointAt(0) ?? 0) - CHARACTER_BEFORE_A;
    if (value < 1 || value > 26) break;
    column = column * 26 + value;
  }
  return column > 0 ? column - 1 : undefined;
}
