import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytes, moment, serviceId } from "../columns";
import type { Item } from "./items";

type Described = Pick<Item, "title" | "image" | "data" | "verificationinfos">;

/** The item of a recorded scan, with the fields of the scanner's answer. */
export interface ScannedItem extends Described, Pick<Item, "identifier" | "producerId" | "groupId"> {
  invalidated: boolean;
  group: Described | null;
}

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
    /** Bodies of answers from before answers were sealed. */
    body: text(),
    sealedBody: bytes(),
    /** The scan in the answer, where there is one. */
    scanId: serviceId(),
    /** Of a recorded scan: the item as it was answered, and the wanted locale, from which its answer is written again. */
    scannedItem: jsonb().$type<ScannedItem>(),
    locale: text(),
    createdAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.scope, t.key] }),
    index("idempotency_keys_by_age").on(t.createdAt),
    index("idempotency_keys_of_scan").on(t.scanId).where(sql`scan_id is not null`),
  ],
);
