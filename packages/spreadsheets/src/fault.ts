const MESSAGES = {
  notASpreadsheet: "The file is neither CSV, XLSX nor JSON Lines.",
  oldExcelFile: "The file has the format of Excel 97-2003; only .xlsx can be read.",
  encrypted: "The file is protected by a password.",
  damagedFile: "The file is damaged.",
  zipBomb: "The file unpacks to more data than a workbook may hold.",
  fileTooLarge: "The file is too large.",
  invalidEncoding: "The text is not valid in the encoding of the file's start.",
  unclosedQuote: "A quoted cell has no end.",
  rowTooLong: "A row is too long.",
  noSheet: "The workbook has no such sheet.",
  noHeader: "The file has no header row.",
  emptyColumnName: "A column has no name.",
  duplicateColumn: "Two columns have the same name.",
  longColumnName: "The name of a column is too long.",
  tooManyColumns: "The table has too many columns.",
  tooManyCells: "A row has more cells than the table has columns.",
  invalidValue: "A value cannot be written: NUL, a lone surrogate or an infinite number.",
} as const;

export type FaultCode = keyof typeof MESSAGES;

/** Where a fault is, counted from 1 as a spreadsheet program counts. */
export interface Place {
  row?: number;
  column?: number;
  /** The name of the column or the sheet. */
  name?: string;
}

/** The whole file cannot be read or written. The code is for programs, the message for logs. */
export class SpreadsheetFault extends Error {
  override readonly name = "SpreadsheetFault";

  constructor(
    readonly code: FaultCode,
    readonly place: Place = {},
    options?: ErrorOptions,
  ) {
    super(MESSAGES[code], options);
  }
}
