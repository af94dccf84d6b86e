import { sql } from "drizzle-orm";
import { bigint, check, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";

/** Attempts of deliveries: the receiver's answer, or why there was none. */
export const attempts = pgTable(
  "attempts",
  {
    /** In the order of recording. */
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    deliveryId: serviceId().notNull(),
    startedAt: moment().notNull(),
    latencyMs: integer().notNull(),
    status: integer(),
    failure: text(),
    /** The beginning of the answer's body, at most 4 KiB. */
    answer: text(),
    /** When the next attempt was due; null after a success and after the last attempt. */
    nextAt: moment(),
  },
  (t) => [
    unique("attempts_of_delivery").on(t.deliveryId, t.startedAt),
    check("attempts_answered_or_failed", sql`(${t.status} is null) <> (${t.failure} is null)`),
    check("attempts_latency", sql`${t.latencyMs} >= 0`),
    check("attempts_answer", sql`octet_length(${t.answer}) <= 4096 * 3`),
  ],
);

export type Attempt = typeof attempts.$inferSelect;
