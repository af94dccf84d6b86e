import { MAX_CELL_BYTES } from "./limits";

export type CellKind = "text" | "number" | "date" | "boolean" | "empty" | "error";

/** Why the text of a cell is not the value that its author meant. */
export type CellProblem =
  /** A number that a spreadsheet program shortened to `4.00638E+12`; its digits are lost. */
  | "scientificNotation"
  /** An integer above 2^53, of which the last digits are lost. */
  | "inexactNumber"
  /** A number in a date format that is no date. */
  | "invalidDate"
  /** The result of a formula is an error, such as `#N/A`. */
  | "formulaError"
  /** A formula whose result is not in the file. */
  | "notCalculated"
  /** NUL or a lone surrogate. */
  | "invalidCharacter"
  | "cellTooLong"
  /** An array or object in JSON Lines. */
  | "nestedValue";

export interface Cell {
  readonly kind: CellKind;
  /** Exact digits of numbers, ISO 8601 of dates, `true` or `false`, otherwise the text in the file. */
  readonly text: string;
  readonly problem?: CellProblem;
}

export const EMPTY: Cell = { kind: "empty", text: "" };

const SCIENTIFIC = /^[+-]?\d(?:[.,]\d+)?E[+-]\d{2,3}$/i;
const SIGNIFICANT_DIGITS = 15;

/** Makes a cell, without a problem if there is none. */
export const cell = (kind: CellKind, text: string, problem?: CellProblem): Cell =>
  problem ? { kind, text, problem } : { kind, text };

/** Whether every format can hold a text. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

/** Whether a text exceeds `MAX_CELL_BYTES`. */
export const isTooLong = (text: string): boolean =>
  text.length > MAX_CELL_BYTES / 3 && Buffer.byteLength(text) > MAX_CELL_BYTES;

/** Makes a text cell; no text makes an empty one. */
export function textCell(text: string): Cell {
  if (text === "") return EMPTY;
  if (isTooLong(text)) return cell("text", text, "cellTooLong");
  if (!isStorable(text)) return cell("text", text, "invalidCharacter");
  return cell("text", text, SCIENTIFIC.test(text) ? "scientificNotation" : undefined);
}

/** Makes a number cell: integers with all digits, other numbers with the 15 digits of spreadsheet programs. */
export function numberCell(number: number, stored = String(number)): Cell {
  if (Number.isSafeInteger(number)) return cell("number", String(number));
  if (!Number.isFinite(number) || Number.isInteger(number)) return cell("number", stored, "inexactNumber");
  return cell("number", String(Number(number.toPrecision(SIGNIFICANT_DIGITS))));
}

/** Whether every format reads a text as it was written. */
export const isPlainText = (text: string): boolean => {
  const { kind, problem } = textCell(text);
  return kind === "text" && problem === undefined;
};

/** Whether every format reads a number with all its digits. */
export const isExactNumber = (number: number): boolean => {
  const { text, problem } = numberCell(number);
  return problem === undefined && text === String(number) && isPlainText(text);
};

export const booleanCell = (value: boolean): Cell => cell("boolean", String(value));
