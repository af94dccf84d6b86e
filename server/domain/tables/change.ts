import type { Cell } from "@assay/spreadsheets";
import type { JsonObject, JsonValue } from "@/db/json";
import { isSame } from "@/server/domain/history/changes";
import { beginningOf } from "@/server/domain/shared/characters";
import type { DescribableInput } from "@/server/domain/shared/describable";
import type { Description } from "@/server/domain/shared/description";
import { isObject } from "@/server/domain/shared/json";
import { VerificationInfosInput } from "@/server/domain/shared/verification-info";
import { type CellReason, fromCell } from "./cells";
import type { Column, TableKind, ValueType } from "./columns";
import type { NamedFile } from "./file-names";
import { withInfo } from "./infos";
import { withTitleIn } from "./titles";

/** What a row wants: an omitted field is kept, null clears it. */
export type RowChange = DescribableInput & {
  /** The identifier of an item, the id of a group; a group without one is new. */
  key: string | undefined;
  /** The name of an item's group (`group-names.ts`); null for none. */
  group: string | null | undefined;
};

/** A cell that cannot be read. */
export interface CellFault {
  /** The header of the column. */
  column: string;
  /** The beginning of the cell's text. */
  value: string;
  reason: CellReason;
  /** The service's words for `refused`. */
  detail?: string;
}

const MAX_FAULT_CHARACTERS = 100;

type Columns = readonly (Column | null)[];

/** A column with its place in the rows. */
interface Placed<O extends Column["of"]> {
  at: number;
  column: Extract<Column, { of: O }>;
}

/** The columns of a file by meaning: the same for all its rows, and read for each. */
type Meanings = { [O in Column["of"]]?: readonly Placed<O>[] };

const meanings = new WeakMap<Columns, Meanings>();

function meaningsOf(columns: Columns): Meanings {
  const known = meanings.get(columns) ?? {};
  meanings.set(columns, known);
  return known;
}

const hasMeaning = <O extends Column["of"]>(
  column: Column | null | undefined,
  of: O,
): column is Extract<Column, { of: O }> => column?.of === of;

/** Reads the cells of a row, and collects what cannot be read. */
class RowReader {
  readonly faults: CellFault[] = [];
  private readonly meanings: Meanings;

  constructor(
    private readonly cells: readonly Cell[],
    private readonly columns: Columns,
  ) {
    this.meanings = meaningsOf(columns);
  }

  refuse(at: number, reason: CellReason, detail?: string): undefined {
    const value = beginningOf(MAX_FAULT_CHARACTERS, this.cells[at]?.text ?? "");
    const column = this.columns[at]?.header ?? "";
    this.faults.push({ column, value, reason, ...(detail === undefined ? {} : { detail }) });
  }

  /** The value of a cell; undefined for an empty one, and for one with a fault. */
  read(at: number, type: ValueType): JsonValue | undefined {
    const cell = this.cells[at];
    if (!cell) return undefined;
    const reading = fromCell(cell, type);
    return "reason" in reading ? this.refuse(at, reading.reason) : reading.value;
  }

  text(at: number): string | undefined {
    const value = this.read(at, "text");
    return typeof value === "string" ? value : undefined;
  }

  /** The columns of one meaning. */
  columnsOf<O extends Column["of"]>(of: O): readonly Placed<O>[] {
    const known: readonly Placed<O>[] | undefined = this.meanings[of];
    if (known) return known;
    const found = this.columns.flatMap((column, at) => (hasMeaning(column, of) ? [{ at, column }] : []));
    Object.assign(this.meanings, { [of]: found });
    return found;
  }

  /** The place of the one column of a meaning. */
  placeOf(of: Column["of"]): number | undefined {
    return this.columnsOf(of)[0]?.at;
  }
}

function textIn(
  cells: readonly Cell[],
  columns: Columns,
  of: "key" | "group" | "imageFile",
): string | undefined {
  const reader = new RowReader(cells, columns);
  const at = reader.placeOf(of);
  return at === undefined ? undefined : reader.text(at);
}

/** The identifier or the id in a row; undefined for none. */
export const keyOf = (cells: readonly Cell[], columns: Columns) => textIn(cells, columns, "key");

/** The name of the group in a row; undefined for none. */
export const groupNameOf = (cells: readonly Cell[], columns: Columns) => textIn(cells, columns, "group");

/** The name of the image file in a row; undefined for none. */
export const imageFileOf = (cells: readonly Cell[], columns: Columns) => textIn(cells, columns, "imageFile");

/** A text column as an input: omitted without a column, null for an empty cell. */
function textInput(reader: RowReader, of: "title" | "image" | "group"): string | null | undefined {
  const at = reader.placeOf(of);
  return at === undefined ? undefined : (reader.text(at) ?? null);
}

/** The image: as it stands in its column, or of the file that is named. */
function imageInput(
  reader: RowReader,
  files: ReadonlyMap<string, NamedFile> | undefined,
): string | null | undefined {
  const at = reader.placeOf("imageFile");
  if (at === undefined) return textInput(reader, "image");
  const name = reader.text(at);
  if (name === undefined) return null;
  const file = files?.get(name) ?? "unknown";
  return typeof file === "object"
    ? file.image
    : reader.refuse(at, file === "unknown" ? "unknownFile" : "ambiguousFile");
}

/** What a row changes, and the files that rows name. */
interface Known {
  before?: Pick<Description, "data" | "verificationinfos"> | undefined;
  files?: ReadonlyMap<string, NamedFile> | undefined;
}

/** The fields in `data:json`. */
function otherFields(reader: RowReader): JsonObject {
  const at = reader.placeOf("otherData");
  const value = at === undefined ? undefined : reader.read(at, "json");
  if (at === undefined || value === undefined || isObject(value)) return isObject(value) ? value : {};
  reader.refuse(at, "notAnObject");
  return {};
}

/**
 * `data` with the fields of the row's columns. An empty cell removes its field. `data:json` adds and replaces fields, and
 * removes none, so that columns may be deleted from a file.
 */
function dataInput(reader: RowReader, before: JsonObject): JsonObject | undefined {
  const ofFields = reader.columnsOf("data");
  const ofTitles = reader.columnsOf("titleIn");
  if (ofFields.length + ofTitles.length === 0 && reader.placeOf("otherData") === undefined) return undefined;
  const other = otherFields(reader);
  const fields = new Map(Object.entries(before));
  for (const { at, column } of ofFields) {
    const value = reader.read(at, column.type);
    if (value === undefined) fields.delete(column.key);
    else if (Object.hasOwn(other, column.key) && !isSame(other[column.key], value))
      reader.refuse(at, "fieldTwice");
    else fields.set(column.key, value);
  }
  for (const [key, value] of Object.entries(other)) fields.set(key, value);
  return ofTitles.reduce(
    (data, { at, column }) => withTitleIn(data, column.locale, reader.text(at)),
    Object.fromEntries(fields),
  );
}

/** The verification infos of the column `verificationinfos`, changed by the columns of labels. */
function infosInput(
  reader: RowReader,
  before: Description["verificationinfos"],
): DescribableInput["verificationinfos"] {
  const at = reader.placeOf("infos");
  const ofLabels = reader.columnsOf("info");
  if (at === undefined && ofLabels.length === 0) return undefined;
  const value = at === undefined ? before : (reader.read(at, "json") ?? []);
  const parsed = VerificationInfosInput.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return reader.refuse(at ?? 0, "refused", issue && [...issue.path, issue.message].join(" "));
  }
  return ofLabels.reduce(
    (infos, { at, column }) => withInfo(infos, column.label, reader.text(at)),
    parsed.data,
  );
}

/**
 * The change that a row makes to `before`, or to nothing for a new item or group; otherwise what cannot be read. Columns
 * that are null are left out.
 */
export function changeFrom(
  kind: TableKind,
  cells: readonly Cell[],
  columns: Columns,
  { before, files }: Known = {},
): { change: RowChange } | { faults: CellFault[] } {
  const reader = new RowReader(cells, columns);
  const keyAt = reader.placeOf("key");
  const key = keyAt === undefined ? undefined : reader.text(keyAt);
  if (kind === "items" && key === undefined && reader.faults.length === 0) {
    if (keyAt === undefined) reader.faults.push({ column: "identifier", value: "", reason: "missing" });
    else reader.refuse(keyAt, "missing");
  }
  const change: RowChange = {
    key,
    title: textInput(reader, "title"),
    image: imageInput(reader, files),
    group: textInput(reader, "group"),
    data: dataInput(reader, before?.data ?? {}),
    verificationinfos: infosInput(reader, before?.verificationinfos ?? []),
  };
  return reader.faults.length > 0 ? { faults: reader.faults } : { change };
}
