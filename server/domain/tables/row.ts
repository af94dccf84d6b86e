import { MAX_COLUMNS, type Value } from "@assay/spreadsheets";
import type { JsonObject, JsonValue } from "@/db/json";
import type { Description } from "@/server/domain/shared/description";
import { textToCell, toCell, typeFor } from "./cells";
import {
  type Column,
  canBeColumn,
  dataColumn,
  fixedColumns,
  type TableKind,
  type ValueType,
} from "./columns";
import { cellOfInfo } from "./infos";
import { titleIn } from "./titles";

/** An item or a group, as a row holds it. */
export interface Thing extends Description {
  /** The identifier of an item, the id of a group. */
  key: string;
  /** The name of an item's group (`group-names.ts`); null for no group. */
  group?: string | null;
  /** Values of columns that are not read back, by header. */
  facts?: Readonly<Record<string, Value>>;
}

/** The types of the fields of `data`, by key. */
export type DataTypes = Map<string, ValueType>;

/** Further keys get no column, so that hostile data takes no memory. */
const MAX_KEYS = 2_000;

/** Adds the types of the fields of `data` of further things. Fields of several types become `json`. */
export function addTypes(types: DataTypes, things: Iterable<Pick<Thing, "data">>): void {
  for (const { data } of things) {
    for (const [key, value] of Object.entries(data)) {
      const before = types.get(key);
      if (before === undefined && types.size >= MAX_KEYS) continue;
      const type = typeFor(value);
      types.set(key, (before ?? type) === type ? type : "json");
    }
  }
}

/**
 * The fixed columns, and one for each field of `data`, by name. Fields beyond `maxColumns` share the column `data:json`;
 * with `isSample` it is there in any case, for the fields of further things.
 */
export function columnsFor(
  kind: TableKind,
  types: DataTypes,
  { maxColumns = MAX_COLUMNS, isSample = false } = {},
): Column[] {
  const { first, last } = fixedColumns(kind);
  const keys = [...types.keys()].filter(canBeColumn).sort();
  const shown = keys.slice(0, maxColumns - first.length - last.length);
  const hasOther = isSample || shown.length < types.size || types.size === MAX_KEYS;
  return [
    ...first,
    ...shown.map((key) => dataColumn(key, types.get(key) ?? "json")),
    ...last.filter(({ of }) => of !== "otherData" || hasOther),
  ];
}

/** The columns of a table of things. */
export function columnsOf(
  kind: TableKind,
  things: Iterable<Thing>,
  how: { maxColumns?: number; isSample?: boolean } = {},
): Column[] {
  const types: DataTypes = new Map();
  addTypes(types, things);
  return columnsFor(kind, types, how);
}

const textOrEmpty = (text: string | null | undefined): Value => (text == null ? null : textToCell(text));

/** The fields of `data` that no column holds. */
function otherData(data: JsonObject, columns: readonly Column[]): Value {
  const held = new Set<string>();
  for (const column of columns) {
    if (column.of !== "data" || !Object.hasOwn(data, column.key)) continue;
    const value = data[column.key];
    if (value !== undefined && toCell(value, column.type) !== undefined) held.add(column.key);
  }
  const other = Object.entries(data).filter(([key]) => !held.has(key));
  return other.length === 0 ? null : JSON.stringify(Object.fromEntries(other));
}

const own = (data: JsonObject, key: string): JsonValue | undefined =>
  Object.hasOwn(data, key) ? data[key] : undefined;

function cellFor(thing: Thing, column: Column, columns: readonly Column[]): Value {
  switch (column.of) {
    case "key":
      return textToCell(thing.key);
    case "title":
      return textOrEmpty(thing.title);
    case "image":
      return textOrEmpty(thing.image);
    case "group":
      return textOrEmpty(thing.group);
    case "data": {
      const value = own(thing.data, column.key);
      return value === undefined ? null : (toCell(value, column.type) ?? null);
    }
    case "otherData":
      return otherData(thing.data, columns);
    case "infos":
      return thing.verificationinfos.length === 0 ? null : JSON.stringify(thing.verificationinfos);
    case "info":
      return textOrEmpty(cellOfInfo(thing.verificationinfos, column.label));
    case "titleIn":
      return textOrEmpty(titleIn(thing.data, column.locale));
    // The column of the image holds it.
    case "imageFile":
      return null;
    case "fact":
      return thing.facts?.[column.fact] ?? null;
  }
}

/** The cells of a thing. A field of `data` that its column does not hold stands in `data:json`. */
export const rowOf = (thing: Thing, columns: readonly Column[]): Value[] =>
  columns.map((column) => cellFor(thing, column, columns));
