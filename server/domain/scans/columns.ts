import { getTableColumns, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { type Scan, scans } from "@/db/schema/scans";

/** Columns that follow from a scan's item, or that later changes set. */
const LATER = [
  "itemId",
  "producerId",
  "groupId",
  "coarse",
  "dataDropped",
  "erasedAt",
] as const satisfies (keyof Scan)[];

/** A scan before it is recorded, without the fields that its item determines. */
export type UncommittedScan = Omit<Scan, (typeof LATER)[number]>;

const UNCOMMITTED = Object.entries(getTableColumns(scans)).filter(
  ([field]) => !LATER.some((later) => later === field),
);

/** The fields of JSON of an `UncommittedScan`, with their types, for `jsonb_to_recordset`. */
export const uncommittedFields = sql.raw(
  UNCOMMITTED.map(([field, column]) => `"${field}" ${column.getSQLType()}`).join(),
);

/** The columns of an `UncommittedScan`, for `insert`. */
export const uncommittedColumns = sql.raw(UNCOMMITTED.map(([field]) => `"${toSnakeCase(field)}"`).join());

/** The values for `uncommittedColumns` from a record of `uncommittedFields`. */
export const uncommittedValues = (record: string) =>
  sql.raw(UNCOMMITTED.map(([field]) => `${record}."${field}"`).join());

/** Length of texts that are kept without the scanner's data. */
const MAX_CHARACTERS_WITHOUT_DATA = 200;
const beginning = (value: string) => `left(${value}, ${MAX_CHARACTERS_WITHOUT_DATA})`;

/** The columns of unbounded size, and what is stored of them once the producer's quota is used up (decision 0042). */
const WITHOUT_DATA = new Map<string, (value: string) => string>([
  ["data", () => "'{}'"],
  ["softwareInfo", () => "null"],
  ["deviceInfo", () => "null"],
  ["os", beginning],
  ["softwareversion", beginning],
]);

/** Columns of unbounded size. */
export const LONG_COLUMNS = UNCOMMITTED.filter(([field]) => WITHOUT_DATA.has(field)).map(
  ([, column]) => column,
);

/** The values for `uncommittedColumns`, without the scanner's data where `isFull` holds. */
export const storedValues = (record: string, isFull: string) =>
  sql.raw(
    UNCOMMITTED.map(([field]) => {
      const value = `${record}."${field}"`;
      const reduced = WITHOUT_DATA.get(field);
      return reduced ? `case when ${isFull} then ${reduced(value)} else ${value} end` : value;
    }).join(),
  );
