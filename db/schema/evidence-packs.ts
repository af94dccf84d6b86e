import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, moment, serviceId } from "../columns";
import { cases } from "./cases";

/** A file that was not as it should be when the pack was made: its bytes, or its link to the entry before it. */
export interface PackFault {
  path: string;
  kind: "changed" | "unlinked" | "missing";
}

/** Exports of cases for authorities and courts, with what proves that nothing changed since. The files go earlier than the row. */
export const evidencePacks = pgTable(
  "evidence_packs",
  {
    id: serviceId().primaryKey(),
    caseId: serviceId().notNull(),
    producerId: serviceId().notNull(),
    /** Counts the packs of the case. */
    number: integer().notNull(),
    /** The job that makes it; it is deleted earlier. */
    jobId: uuid().notNull(),
    language: text({ enum: ["en", "de"] }).notNull(),
    actorId: text().notNull(),
    actorName: text().notNull(),
    requestedAt: moment().notNull(),
    /** When it was signed; from then on it never changes. */
    sealedAt: moment(),
    files: integer().notNull().default(0),
    size: bigint({ mode: "number" }).notNull().default(0),
    faults: jsonb().$type<PackFault[]>().notNull().default([]),
    /** SHA-256 of the list of checksums, and what vouches for it. */
    sumsSha256: bytes(),
    signature: bytes(),
    publicKey: bytes(),
    /** The answer of a time-stamping authority (RFC 3161); null without one. */
    timestamp: bytes(),
    /** Why there is no time stamp, where there should be one. */
    timestampFault: text(),
    filesDeletedAt: moment(),
  },
  (t) => [
    foreignKey({
      name: "evidence_packs_case_of_producer",
      columns: [t.caseId, t.producerId],
      foreignColumns: [cases.id, cases.producerId],
    }).onDelete("cascade"),
    unique("evidence_packs_number").on(t.caseId, t.number),
    index("evidence_packs_with_files").on(t.requestedAt).where(sql`files_deleted_at is null`),
    check("evidence_packs_language", sql`${t.language} in ('en', 'de')`),
    check("evidence_packs_number_positive", sql`${t.number} > 0`),
    check(
      "evidence_packs_sealed",
      sql`num_nonnulls(${t.sealedAt}, ${t.sumsSha256}, ${t.signature}, ${t.publicKey}) in (0, 4)
        and (${t.timestamp} is null or ${t.sealedAt} is not null)`,
    ),
    check(
      "evidence_packs_bytes",
      sql`octet_length(${t.sumsSha256}) = 32 and octet_length(${t.signature}) = 64 and octet_length(${t.publicKey}) = 32
        and (${t.timestamp} is null or octet_length(${t.timestamp}) <= 65536)`,
    ),
    check("evidence_packs_faults", sql`jsonb_typeof(${t.faults}) = 'array'`),
    check("evidence_packs_texts", sql`char_length(${t.timestampFault}) <= 300`),
  ],
);

export type EvidencePack = typeof evidencePacks.$inferSelect;

/** The files of packs: the bytes of those that were made, the ids of originals that are stored elsewhere. */
export const evidenceFiles = pgTable(
  "evidence_files",
  {
    packId: serviceId()
      .notNull()
      .references(() => evidencePacks.id, { onDelete: "cascade" }),
    path: text().notNull(),
    sha256: bytes().notNull(),
    /** Bytes. */
    size: integer().notNull(),
    body: bytes(),
    /** An original may be erased; then the pack lacks it. */
    contentId: serviceId(),
    reportId: serviceId(),
  },
  (t) => [
    primaryKey({ columns: [t.packId, t.path] }),
    check("evidence_files_one", sql`num_nonnulls(${t.body}, ${t.contentId}, ${t.reportId}) = 1`),
    check("evidence_files_sha256", sql`octet_length(${t.sha256}) = 32`),
    check(
      "evidence_files_size",
      sql`${t.size} between 0 and 10485760 and (${t.body} is null or octet_length(${t.body}) = ${t.size})`,
    ),
    check("evidence_files_path_form", sql`${t.path} ~ '^[A-Za-z0-9][A-Za-z0-9/._-]{0,199}$'`),
  ],
);

export type EvidenceFile = typeof evidenceFiles.$inferSelect;

/** Every public key that ever signed a pack: it is published for good. */
export const evidenceKeys = pgTable(
  "evidence_keys",
  {
    publicKey: bytes().primaryKey(),
    firstUsedAt: moment().notNull(),
  },
  (t) => [check("evidence_keys_length", sql`octet_length(${t.publicKey}) = 32`)],
);
