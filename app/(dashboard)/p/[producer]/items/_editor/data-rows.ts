import { type JsonObject, type JsonValue, jsonIn, objectOf } from "./json";
import { newUid } from "./uid";

export const KINDS = ["text", "number", "boolean", "json"] as const;
export type Kind = (typeof KINDS)[number];

/** A value as it is typed, with the type that it is meant to have. */
export interface Typed {
  kind: Kind;
  text: string;
}

/** A key of `data` as a form row. */
export interface DataRow extends Typed {
  uid: string;
  key: string;
}

export type RowFault = "keyMissing" | "keyTaken" | "keyOfTranslations" | "noNumber" | "noJson";

export const newRow = (): DataRow => ({ uid: newUid(), key: "", kind: "text", text: "" });

function kindOf(value: JsonValue): Kind {
  if (typeof value === "string") return "text";
  if (typeof value === "number") return "number";
  return typeof value === "boolean" ? "boolean" : "json";
}

export const rowsOfData = (data: JsonObject): DataRow[] =>
  Object.entries(data).map(([key, value]) => ({
    uid: newUid(),
    key,
    kind: kindOf(value),
    text: typeof value === "string" ? value : JSON.stringify(value, null, 1),
  }));

/** The typed value; undefined if the text does not fit the kind. */
export function typedValue({ kind, text }: Typed): JsonValue | undefined {
  if (kind === "text") return text;
  if (kind === "boolean") return text === "true";
  if (kind === "json") return jsonIn(text);
  const number = Number(text.trim());
  return text.trim() === "" || !Number.isFinite(number) ? undefined : number;
}

/** The fault of a text that does not fit its kind. */
export const misfitOf = ({ kind }: Typed) => (kind === "number" ? "noNumber" : "noJson");

const isEmpty = ({ key, text, kind }: DataRow) => key === "" && (text.trim() === "" || kind === "boolean");

/** Fault of a row among all rows. Empty rows are left out of `data`, so they have none. */
export function faultOfRow(
  row: DataRow,
  all: DataRow[],
): { at: "key" | "text"; fault: RowFault } | undefined {
  if (isEmpty(row)) return undefined;
  if (row.key === "") return { at: "key", fault: "keyMissing" };
  if (row.key === "i18n") return { at: "key", fault: "keyOfTranslations" };
  if (all.find(({ key }) => key === row.key) !== row) return { at: "key", fault: "keyTaken" };
  return typedValue(row) === undefined ? { at: "text", fault: misfitOf(row) } : undefined;
}

export const dataOfRows = (rows: DataRow[]): JsonObject =>
  objectOf(
    rows
      .filter((row) => !isEmpty(row))
      .flatMap((row) => {
        const value = typedValue(row);
        return value === undefined ? [] : [[row.key, value] as const];
      }),
  );
