import { index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytes, moment } from "../columns";

/** First answers by Idempotency-Key; the row commits together with what the call changed. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    /** Method, path and producer (or `anonymous`). */
    scope: text().notNull(),
    key: text().notNull(),
    bodyHash: bytes().notNull(),
    status: integer(),
    headers: jsonb().$type<Record<string, string>>(),
    /** Of answers before they were sealed. */
    body: text(),
    sealedBody: bytes(),
    createdAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.key] }), index("idempotency_keys_by_age").on(t.createdAt)],
);
