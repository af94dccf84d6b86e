import { sql } from "drizzle-orm";
import { bigint, check, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { cases } from "./cases";
import type { Change } from "./history";

export const ENTRY_KINDS = [
  "opened",
  "changed",
  "moved",
  "linked",
  "unlinked",
  "noted",
  "personAdded",
  "personChanged",
  "personRemoved",
  "packMade",
  "packDownloaded",
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** The timeline of a case. Append-only, except that an owner may erase the text of a note. */
export const caseEntries = pgTable(
  "case_entries",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    caseId: serviceId()
      .notNull()
      .references(() => cases.id, { onDelete: "cascade" }),
    at: moment().notNull(),
    actorId: text().notNull(),
    actorName: text().notNull(),
    kind: text({ enum: ENTRY_KINDS }).notNull(),
    changes: jsonb().$type<Change[]>().notNull().default([]),
    /** Null where the kind has none, or once it is erased. */
    text: text(),
    /** The members whom a note mentions. */
    mentions: uuid().array().notNull().default([]),
    erasedAt: moment(),
  },
  (t) => [
    index("case_entries_of_case").on(t.caseId, t.id),
    check(
      "case_entries_kind",
      sql`${t.kind} in ('opened', 'changed', 'moved', 'linked', 'unlinked', 'noted', 'personAdded', 'personChanged', 'personRemoved', 'packMade', 'packDownloaded')`,
    ),
    check("case_entries_text", sql`char_length(${t.text}) between 1 and 4000`),
    check(
      "case_entries_note",
      sql`${t.kind} <> 'noted' or (${t.text} is null) = (${t.erasedAt} is not null)`,
    ),
    check("case_entries_changes", sql`jsonb_typeof(${t.changes}) = 'array'`),
    check("case_entries_mentions", sql`cardinality(${t.mentions}) <= 20`),
  ],
);
