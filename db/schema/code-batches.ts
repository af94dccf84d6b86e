import { sql } from "drizzle-orm";
import { bigint, boolean, check, foreignKey, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { groups } from "./groups";
import { producers } from "./producers";

/** Codes that were generated together after one pattern (decision 0048). */
export const codeBatches = pgTable(
  "code_batches",
  {
    id: serviceId().primaryKey(),
    producerId: serviceId()
      .notNull()
      .references(() => producers.id),
    /** Without the first number: batches of one pattern share a series of numbers. */
    pattern: text().notNull(),
    /** The first of `count` running numbers; null for patterns without a number. No other batch of the pattern has them. */
    firstNumber: bigint({ mode: "number" }),
    count: integer().notNull(),
    /** Codes that exist so far. Numbers whose code was taken already are left out. */
    generated: integer().notNull().default(0),
    /** Whether the codes are reserved instead of registered as items. */
    isReserved: boolean().notNull(),
    groupId: serviceId(),
    /** The text of `{group}` in all codes of the batch, however the group is named later; null for patterns without it. */
    groupText: text(),
    actorType: text({ enum: ["token", "user"] }).notNull(),
    actorId: text().notNull(),
    actorName: text().notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [
    foreignKey({
      name: "code_batches_group",
      columns: [t.groupId],
      foreignColumns: [groups.id],
    }).onDelete("set null"),
    index("code_batches_of_producer").on(t.producerId, t.createdAt, t.id),
    index("code_batches_by_pattern").on(t.producerId, t.pattern, t.firstNumber),
    index("code_batches_by_group").on(t.groupId).where(sql`group_id is not null`),
    check(
      "code_batches_count",
      sql`${t.count} between 1 and 1000000 and ${t.generated} between 0 and ${t.count}`,
    ),
    check("code_batches_pattern", sql`char_length(${t.pattern}) between 1 and 1000`),
    check("code_batches_group_text", sql`char_length(${t.groupText}) <= 200`),
    check("code_batches_actor_type", sql`${t.actorType} in ('token', 'user')`),
  ],
);

export type CodeBatch = typeof codeBatches.$inferSelect;
