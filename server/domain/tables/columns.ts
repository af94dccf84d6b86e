import { isStorable } from "@assay/spreadsheets";
import { localeOf } from "@/server/domain/shared/locale";

/** The two kinds of rows. */
export type TableKind = "items" | "groups";

/** How the cells of a column hold values; `json` holds any value. */
export type ValueType = "text" | "number" | "boolean" | "json";

type Meaning =
  /** The identifier of an item, the id of a group. */
  | { of: "key" }
  | { of: "title" | "image" | "group" | "infos" }
  /** The image, by the name of a file of the producer. */
  | { of: "imageFile" }
  /** One field of `data`. */
  | { of: "data"; key: string; type: ValueType }
  /** An object of further fields of `data`. */
  | { of: "otherData" }
  /** The values of the verification infos with one label. */
  | { of: "info"; label: string }
  /** The title in another language, a part of `data.i18n`. */
  | { of: "titleIn"; locale: string }
  /** Written for the reader of the file, and not read back. */
  | { of: "fact"; fact: string };

/** A column of a table of items or groups. */
export type Column = Meaning & { header: string };

const MEANT: Record<TableKind, Record<string, Meaning>> = {
  items: {
    identifier: { of: "key" },
    title: { of: "title" },
    image: { of: "image" },
    group: { of: "group" },
    verificationinfos: { of: "infos" },
    "data:json": { of: "otherData" },
    invalidated: { of: "fact", fact: "invalidated" },
    scans: { of: "fact", fact: "scans" },
    fakes: { of: "fact", fact: "fakes" },
    created: { of: "fact", fact: "created" },
    updated: { of: "fact", fact: "updated" },
  },
  groups: {
    id: { of: "key" },
    title: { of: "title" },
    image: { of: "image" },
    verificationinfos: { of: "infos" },
    "data:json": { of: "otherData" },
    items: { of: "fact", fact: "items" },
    created: { of: "fact", fact: "created" },
    updated: { of: "fact", fact: "updated" },
  },
};

/** Read, but not written. */
const ALSO_READ: Record<string, Meaning> = { "image file": { of: "imageFile" } };

const TYPED = /^(.*):(number|boolean|json)$/s;
const DOTTED = /^(data|info|title)\.(.*)$/s;

const typeOf = (suffix: string | undefined): ValueType =>
  suffix === "number" || suffix === "boolean" || suffix === "json" ? suffix : "text";

function dataMeaning(name: string): Meaning {
  const [, key = name, suffix] = TYPED.exec(name) ?? [];
  return { of: "data", key, type: typeOf(suffix) };
}

function meaningOf(kind: TableKind, name: string): Meaning | undefined {
  const fixed = name.toLowerCase();
  for (const meant of [MEANT[kind], ALSO_READ]) if (Object.hasOwn(meant, fixed)) return meant[fixed];
  const [, group, rest = ""] = DOTTED.exec(name) ?? [];
  if (group === "data") return dataMeaning(rest);
  if (group === "info" && rest !== "") return { of: "info", label: rest };
  if (group === "title" && localeOf(rest) !== undefined) return { of: "titleIn", locale: rest };
  return undefined;
}

/** The column that a header names; undefined for an unknown header. Fixed names may be written in capitals. */
export function columnOf(kind: TableKind, header: string): Column | undefined {
  const meaning = meaningOf(kind, header.trim());
  return meaning && { ...meaning, header };
}

const KEY_LAST = new Set(["infos", "otherData", "fact"]);

/** The columns that every item or group has, in their order in a file: fields of `data` stand between the two halves. */
export function fixedColumns(kind: TableKind): { first: Column[]; last: Column[] } {
  const all = Object.entries(MEANT[kind]).map(([header, meaning]) => ({ ...meaning, header }));
  return {
    first: all.filter(({ of }) => !KEY_LAST.has(of)),
    last: all.filter(({ of }) => KEY_LAST.has(of)),
  };
}

/** Longer keys get no column. */
const MAX_KEY_CHARACTERS = 200;

/** Whether a field of `data` may have a column of its own. */
export const canBeColumn = (key: string): boolean => key.length <= MAX_KEY_CHARACTERS && isStorable(key);

/** The column of a field of `data`. A key that would be read as another one without a type has the type `json`. */
export function dataColumn(key: string, type: ValueType): Column {
  const isAmbiguous = TYPED.test(key) || key !== key.trimEnd();
  const safe = type === "text" && isAmbiguous ? "json" : type;
  return { of: "data", key, type: safe, header: `data.${key}${safe === "text" ? "" : `:${safe}`}` };
}

/** What a column changes; two columns of one file must not change the same. */
const targetOf = (column: Column): string => {
  if (column.of === "data") return `data.${column.key}`;
  if (column.of === "info") return `info.${column.label}`;
  if (column.of === "titleIn") return `title.${localeOf(column.locale) ?? column.locale}`;
  if (column.of === "imageFile") return "image";
  return column.of === "fact" ? `fact.${column.fact}` : column.of;
};

/** The columns that the headers of a file name. */
export interface ReadColumns {
  /** One for each header; null for an unknown one. */
  columns: (Column | null)[];
  unknown: string[];
  /** Headers that name the same column as an earlier one. */
  duplicates: string[];
}

/** Reads the headers of a file. */
export function readColumns(kind: TableKind, headers: readonly string[]): ReadColumns {
  const columns = headers.map((header) => columnOf(kind, header) ?? null);
  const seen = new Set<string>();
  const duplicates = columns.flatMap((column) => {
    if (!column) return [];
    const target = targetOf(column);
    if (seen.has(target)) return [column.header];
    seen.add(target);
    return [];
  });
  return { columns, unknown: headers.filter((_, at) => columns[at] === null), duplicates };
}
