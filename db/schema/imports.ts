import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { producers } from "./producers";

export const IMPORT_KINDS = ["items", "groups"] as const;
export const IMPORT_MODES = ["create", "update", "both"] as const;

/** Files of items or groups (decision 0051). The rows of a file wait in `import_rows` until a job imports them. */
export const imports = pgTable(
  "imports",
  {
    id: serviceId().primaryKey(),
    producerId: serviceId()
      .notNull()
      .references(() => producers.id),
    kind: text({ enum: IMPORT_KINDS }).notNull(),
    /** A discarded import is deleted soon, and so is one whose upload stopped. */
    state: text({ enum: ["uploading", "open", "discarded"] }).notNull(),
    fileName: text().notNull(),
    headers: jsonb().$type<string[]>().notNull(),
    /** What each column means, as a column's name; null for an ignored one. */
    mapping: jsonb().$type<(string | null)[]>().notNull(),
    mode: text({ enum: IMPORT_MODES }).notNull(),
    rows: integer().notNull().default(0),
    bytes: bigint({ mode: "number" }).notNull().default(0),
    /** Rows that are imported, by what they did. */
    created: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    /** Refused rows, and those of them that were corrected since. A trigger on the rows counts them. */
    refused: integer().notNull().default(0),
    corrected: integer().notNull().default(0),
    /** The newest job, which checks or imports the rows. */
    jobId: serviceId(),
    /** When all rows were checked with the present mapping and mode. */
    checkedAt: moment(),
    actorName: text().notNull(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (t) => [
    index("imports_of_producer").on(t.producerId, t.createdAt, t.id),
    index("imports_by_change").on(t.updatedAt),
    check("imports_kind", sql`${t.kind} in ('items', 'groups')`),
    check("imports_state", sql`${t.state} in ('uploading', 'open', 'discarded')`),
    check("imports_mode", sql`${t.mode} in ('create', 'update', 'both')`),
    check("imports_lengths", sql`char_length(${t.fileName}) <= 300`),
    check(
      "imports_columns",
      sql`jsonb_array_length(${t.headers}) <= 200 and jsonb_array_length(${t.mapping}) = jsonb_array_length(${t.headers})`,
    ),
    check(
      "imports_refused",
      sql`${t.refused} between 0 and ${t.rows} and ${t.corrected} between 0 and ${t.refused}`,
    ),
    check("imports_counts", sql`${t.created} + ${t.changed} + ${t.unchanged} <= ${t.rows}`),
  ],
);

export type Import = typeof imports.$inferSelect;

export const ROW_OUTCOMES = ["new", "changed", "unchanged", "refused"] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

/** A cell: a text, an empty one, or its kind, its text and perhaps its problem. */
export type StoredCell = string | null | [kind: string, text: string, problem?: string];

/** Why a row or one of its cells is refused. */
export interface RowFault {
  /** The header of the column; absent if the whole row is meant. */
  column?: string;
  /** The beginning of the cell's text. */
  value?: string;
  reason: string;
  /** The refusal's stable word. */
  code?: string;
  /** The service's words. */
  detail?: string;
}

/** The rows of files. A row changes in the transaction that imports it. */
export const importRows = pgTable(
  "import_rows",
  {
    importId: serviceId()
      .notNull()
      .references(() => imports.id),
    /** The row's number in the file, as spreadsheet programs count. */
    number: integer().notNull(),
    cells: jsonb().$type<StoredCell[]>().notNull(),
    /** A problem of the whole row. */
    problem: text(),
    /** The identifier or id in the row, once it was read. */
    key: text(),
    /** What the row does or did; null before it was checked. */
    outcome: text({ enum: ROW_OUTCOMES }),
    faults: jsonb().$type<RowFault[]>(),
    /** Whether a refused row was corrected since, and waits for its import. */
    corrected: boolean().notNull().default(false),
    /** Whether the row is imported. */
    done: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.number] }),
    index("import_rows_by_key").on(t.importId, t.key, t.number).where(sql`key is not null`),
    index("import_rows_refused").on(t.importId, t.number).where(sql`outcome = 'refused'`),
    check("import_rows_outcome", sql`${t.outcome} in ('new', 'changed', 'unchanged', 'refused')`),
    check("import_rows_done", sql`not ${t.done} or ${t.outcome} in ('new', 'changed', 'unchanged')`),
    check(
      "import_rows_faults",
      sql`(${t.faults} is not null) = (${t.outcome} is not distinct from 'refused')`,
    ),
  ],
);

export type ImportRow = typeof importRows.$inferSelect;
