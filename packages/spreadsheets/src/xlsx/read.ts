import { booleanCell, type Cell, cell, EMPTY, numberCell, textCell } from "../cells";
import { SpreadsheetFault } from "../fault";
import { MAX_COLUMNS, MAX_PART_BYTES, MAX_ROW_BYTES } from "../limits";
import { openScratch } from "../source";
import type { RawRow } from "../table";
import { openArchive } from "./archive";
import { refuseCompoundFile } from "./compound-file";
import { type DateFormat, dateCell, readDateFormats } from "./dates";
import { decodeEscapes } from "./escapes";
import { readSharedStrings, type SharedStrings } from "./shared-strings";
import { readSheet, type StoredCell, type StoredRow } from "./sheet";
import { findWorkbook } from "./workbook";

/** What cells refer to. */
interface Context {
  strings: SharedStrings | undefined;
  formats: (DateFormat | undefined)[];
  is1904: boolean;
}

/** Reads the rows of a sheet, hidden ones too. */
export async function* readXlsx(file: string, sheetName?: string): AsyncGenerator<RawRow> {
  await refuseCompoundFile(file);
  const archive = await openArchive(file);
  const scratch = await openScratch();
  let strings: SharedStrings | undefined;
  try {
    const workbook = await findWorkbook(archive, sheetName);
    const formats = await readDateFormats(archive, workbook.styles);
    if (workbook.strings && archive.has(workbook.strings))
      strings = await readSharedStrings(archive, workbook.strings, scratch);
    const context = { strings, formats, is1904: workbook.is1904 };
    for await (const row of readSheet(archive.read(workbook.sheet, MAX_PART_BYTES)))
      yield rawRow(row, context);
  } finally {
    strings?.close();
    archive.close();
    await scratch.remove();
  }
}

function rawRow({ number, cells }: StoredRow, context: Context): RawRow {
  const width = cells.reduce((most, { column }) => Math.max(most, Math.min(column, MAX_COLUMNS) + 1), 0);
  const filled = Array.from({ length: width }, () => EMPTY);
  let length = 0;
  for (const stored of cells) {
    const read = cellOf(stored, context);
    length += read.text.length;
    if (length > MAX_ROW_BYTES) throw new SpreadsheetFault("rowTooLong", { row: number });
    filled[Math.min(stored.column, MAX_COLUMNS)] = read;
  }
  return { number, cells: filled };
}

function cellOf({ type, style, text, hasFormula }: StoredCell, context: Context): Cell {
  // An empty text is a result; programs that do not calculate write no result or an empty one without a type.
  if (hasFormula && text === "" && type !== "str") return cell("error", "", "notCalculated");
  switch (type) {
    case "s":
      return textCell(sharedString(text, context));
    case "str":
    case "inlineStr":
      return textCell(decodeEscapes(text));
    case "b":
      return booleanCell(text === "1" || text === "true");
    case "e":
      return cell("error", text, "formulaError");
    case "d":
      return cell("date", text);
  }
  if (text.trim() === "") return EMPTY;
  const format = context.formats[style];
  const number = Number(text);
  return format && Number.isFinite(number)
    ? dateCell(number, format, context.is1904)
    : numberCell(number, text);
}

function sharedString(index: string, { strings }: Context): string {
  const text = strings?.get(Number(index));
  if (text === undefined) throw new SpreadsheetFault("damagedFile");
  return text;
}
