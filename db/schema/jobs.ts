import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import type { JsonObject } from "../json";
import { producers } from "./producers";

export const JOB_KINDS = [
  "groupDeletion",
  "groupsDeletion",
  "replay",
  "importCheck",
  "import",
  "itemChange",
  "itemChangeUndo",
  "fileDeletion",
  "codeGeneration",
  "evidencePack",
] as const;
export const JOB_STATES = ["running", "done", "failed", "cancelled"] as const;

export type JobKind = (typeof JOB_KINDS)[number];
export type JobState = (typeof JOB_STATES)[number];

/** Work that takes longer than a request (decision 0047). One instance at a time does a batch of it, in one transaction. */
export const jobs = pgTable(
  "jobs",
  {
    id: serviceId().primaryKey(),
    producerId: serviceId()
      .notNull()
      .references(() => producers.id),
    kind: text({ enum: JOB_KINDS }).notNull(),
    /** Its shape depends on the kind. */
    input: jsonb().$type<JsonObject>().notNull(),
    /** The name of the object, for lists. */
    name: text().notNull(),
    /** The person or token that requested the job. */
    actorType: text({ enum: ["token", "user"] }).notNull(),
    actorId: text().notNull(),
    actorName: text().notNull(),
    state: text({ enum: JOB_STATES }).notNull(),
    /** Where the next batch begins. */
    cursor: jsonb().$type<JsonObject>(),
    /** Pieces that are done, and all of them if their number is known. */
    done: integer().notNull(),
    total: integer(),
    /** The outcome of all batches so far; its shape depends on the kind. */
    result: jsonb().$type<JsonObject>().notNull(),
    /** The reason of a failed job, for its producer, and its stable word. */
    error: text(),
    errorCode: text(),
    requestedAt: moment().notNull(),
    /** The last claim; producers and their jobs take turns by it. */
    turnAt: moment().notNull(),
    endedAt: moment(),
    /** The claim of one instance, and its end; another instance continues after it. */
    lease: serviceId(),
    leasedUntil: moment(),
    /** Claims since the last batch that was done. */
    attempts: integer().notNull().default(0),
  },
  (t) => [
    index("jobs_of_producer").on(t.producerId, t.requestedAt, t.id),
    index("jobs_turns").on(t.producerId, t.turnAt),
    index("jobs_open").on(t.producerId, t.turnAt).where(sql`ended_at is null`),
    index("jobs_by_end").on(t.endedAt).where(sql`ended_at is not null`),
    check("jobs_kind", sql`${t.kind} ~ '^[a-zA-Z]{1,40}$'`),
    check("jobs_state", sql`${t.state} in ('running', 'done', 'failed', 'cancelled')`),
    check("jobs_actor_type", sql`${t.actorType} in ('token', 'user')`),
    check(
      "jobs_json",
      sql`jsonb_typeof(${t.input}) = 'object' and jsonb_typeof(${t.result}) = 'object' and pg_column_size(${t.input}) <= 1048576`,
    ),
    check("jobs_ended", sql`(${t.endedAt} is null) = (${t.state} = 'running')`),
    check(
      "jobs_failed",
      sql`num_nonnulls(${t.error}, ${t.errorCode}) = case when ${t.state} = 'failed' then 2 else 0 end`,
    ),
    check("jobs_progress", sql`${t.done} >= 0 and ${t.total} >= 0 and ${t.attempts} >= 0`),
    check("jobs_leased", sql`${t.lease} is null or (${t.leasedUntil} is not null and ${t.endedAt} is null)`),
    check("jobs_lengths", sql`char_length(${t.error}) <= 1100 and char_length(${t.name}) <= 300`),
  ],
);

export type Job = typeof jobs.$inferSelect;
