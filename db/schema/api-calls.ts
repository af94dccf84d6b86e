import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { serviceId } from "../columns";

/**
 * The request log: calls of the API with a producer's token. Partitioned by week of the id, like `events` (decision 0071).
 * Calls are written after their answers, in batches, so a producer may be gone: hence no foreign keys.
 */
export const apiCalls = pgTable(
  "api_calls",
  {
    /** Has the time of the call's answer. */
    id: serviceId().primaryKey(),
    producerId: serviceId().notNull(),
    tokenId: serviceId().notNull(),
    method: text().notNull(),
    /** The documented path, such as `/items/{id}`; `/mcp` for requests of assistants. */
    endpoint: text().notNull(),
    /** The path below `/api/v2` with its query, cut and redacted; for `/mcp` followed by the protocol's method and the tool. */
    path: text().notNull(),
    status: integer().notNull(),
    ms: integer().notNull(),
    requestId: text().notNull(),
    /** The code of the problem; null for a call that succeeded. */
    code: text(),
    /** Bodies of a failed call as JSON, cut to 4 KiB and redacted. */
    requestBody: text(),
    answerBody: text(),
    /** Further calls of this second, failed ones after a failed call and others after another, that have no row. */
    skipped: integer().notNull().default(0),
  },
  (t) => [
    index("api_calls_by_producer").on(t.producerId, t.id),
    index("api_calls_failed").on(t.producerId, t.id).where(sql`status >= 400`),
    // Serves producers and, over all of them, admins.
    index("api_calls_request").on(t.requestId, t.producerId),
    check("api_calls_lengths", sql`char_length(${t.path}) <= 1000 and char_length(${t.requestId}) <= 100`),
    check(
      "api_calls_bodies",
      sql`greatest(octet_length(${t.requestBody}), octet_length(${t.answerBody})) <= 4096`,
    ),
    check("api_calls_numbers", sql`${t.ms} >= 0 and ${t.skipped} >= 0`),
  ],
);

export type ApiCall = typeof apiCalls.$inferSelect;
