import {
  type Cell,
  type CellProblem,
  isExactNumber,
  isPlainText,
  isStorable,
  type Value,
} from "@assay/spreadsheets";
import type { JsonValue } from "@/db/json";
import type { ValueType } from "./columns";

/** Why a cell has no value. */
export type CellReason =
  | CellProblem
  | "notANumber"
  | "notABoolean"
  | "invalidJson"
  /** `data:json` holds no JSON object. */
  | "notAnObject"
  /** `data:json` holds a field that has a column of its own with another value. */
  | "fieldTwice"
  /** A name that no image file of the producer has, or that several have. */
  | "unknownFile"
  | "ambiguousFile"
  /** An item without an identifier. */
  | "missing"
  /** A value that the service refuses; the detail says why. */
  | "refused";

/** What a cell holds, or why it holds nothing. */
export type Reading = { value: JsonValue | undefined } | { reason: CellReason };

function parseJson(text: string): Reading {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { reason: "invalidJson" };
  }
}

/** The text within a cell that holds it as a JSON string; undefined for a plain cell. */
function quotedText(cell: string): string | undefined {
  if (!cell.startsWith('"') || !cell.endsWith('"')) return undefined;
  const parsed = parseJson(cell);
  return "value" in parsed && typeof parsed.value === "string" ? parsed.value : undefined;
}

/** Writes a text. One that a cell cannot hold as it is, such as an empty one, is written as a JSON string. */
export const textToCell = (text: string): string =>
  isPlainText(text) && quotedText(text) === undefined ? text : JSON.stringify(text);

/** Writes any value as JSON. Exponents get further digits, because `1E+21` is read as a shortened number. */
export function jsonToCell(value: JsonValue): string {
  const text = JSON.stringify(value);
  return typeof value === "number" ? text.replace(/e([+-])/, (_, sign: string) => `e${sign}000`) : text;
}

/** The narrowest type whose cells hold a value exactly. */
export function typeFor(value: JsonValue): ValueType {
  if (typeof value === "string") return "text";
  if (typeof value === "boolean") return "boolean";
  return typeof value === "number" && isExactNumber(value) ? "number" : "json";
}

/** Writes a value into a column of a type; undefined where the type does not hold it. */
export function toCell(value: JsonValue, type: ValueType): Value | undefined {
  if (type === "json") return jsonToCell(value);
  if (type !== typeFor(value)) return undefined;
  if (typeof value === "string") return textToCell(value);
  return typeof value === "number" || typeof value === "boolean" ? value : undefined;
}

const NUMBER = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;

function readNumber(text: string): Reading {
  const number = Number(text);
  if (!NUMBER.test(text) || !Number.isFinite(number)) return { reason: "notANumber" };
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) return { reason: "inexactNumber" };
  return { value: number };
}

function readBoolean(text: string): Reading {
  const lower = text.toLowerCase();
  return lower === "true" || lower === "false" ? { value: lower === "true" } : { reason: "notABoolean" };
}

/** Whether all texts of a value can be stored: JSON may spell characters that cannot. */
function canBeStored(value: JsonValue): boolean {
  const left = [value];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (typeof one === "string" && !isStorable(one)) return false;
    if (typeof one !== "object" || one === null) continue;
    if (!Array.isArray(one) && !Object.keys(one).every(isStorable)) return false;
    for (const part of Object.values(one)) left.push(part);
  }
  return true;
}

/** Reads a cell of a column of a type. An empty cell has no value. */
export function fromCell(cell: Cell, type: ValueType): Reading {
  const reading = readCell(cell, type);
  const isStored = "reason" in reading || reading.value === undefined || canBeStored(reading.value);
  return isStored ? reading : { reason: "invalidCharacter" };
}

function readCell({ kind, text, problem }: Cell, type: ValueType): Reading {
  if (problem && !(type === "json" && problem === "nestedValue")) return { reason: problem };
  if (kind === "empty") return { value: undefined };
  switch (type) {
    case "text":
      return { value: quotedText(text) ?? text };
    case "number":
      return readNumber(text.trim());
    case "boolean":
      return readBoolean(text.trim());
    case "json":
      return parseJson(text);
  }
}
