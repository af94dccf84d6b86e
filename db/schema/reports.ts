import { sql } from "drizzle-orm";
import { bigint, check, foreignKey, index, pgTable, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { items } from "./items";
import { producers } from "./producers";
import { scans } from "./scans";

/** Messages of buyers from the verify page about an item, or about a code that no item has. */
export const reports = pgTable(
  "reports",
  {
    id: serviceId().primaryKey(),
    /** Null where no item had the code. */
    itemId: bigint({ mode: "number" }),
    /** The code, where no item had it. */
    code: text(),
    /** The producer that sees the report, chosen as for sightings; null for a code of no producer, which admins see. */
    producerId: serviceId().references(() => producers.id),
    /** The scan that the same browser made of the item just before the report. */
    scanId: serviceId().references(() => scans.id, { onDelete: "set null" }),
    timestamp: moment().notNull(),
    kind: text({ enum: ["seller", "shop", "looks", "other"] }).notNull(),
    text: text().notNull(),
    /** Where the reporter bought or saw it. */
    place: text(),
    /** The page of the offer. */
    sellerUrl: text(),
    /** The address for an answer, as the reporter gave it. */
    email: text(),
  },
  (t) => [
    foreignKey({
      name: "reports_item_of_producer",
      columns: [t.itemId, t.producerId],
      foreignColumns: [items.id, items.producerId],
    }),
    index("reports_by_producer").on(t.producerId, t.timestamp, t.id),
    index("reports_without_words").on(t.timestamp).where(sql`text = '' and email is null`),
    index("reports_by_item").on(t.itemId, t.timestamp, t.id),
    index("reports_by_scan").on(t.scanId).where(sql`scan_id is not null`),
    index("reports_unclaimed").on(t.timestamp, t.id).where(sql`producer_id is null`),
    check("reports_of_item_or_code", sql`(${t.itemId} is null) = (${t.code} is not null)`),
    check("reports_item_has_producer", sql`${t.itemId} is null or ${t.producerId} is not null`),
    check("reports_code_length", sql`char_length(${t.code}) between 1 and 200`),
    check("reports_kind", sql`${t.kind} in ('seller', 'shop', 'looks', 'other')`),
    check("reports_place", sql`char_length(${t.place}) between 1 and 200`),
    check("reports_seller_url", sql`char_length(${t.sellerUrl}) <= 1000 and ${t.sellerUrl} ~ '^https?://'`),
    check("reports_text", sql`char_length(${t.text}) <= 1000`),
    check("reports_email", sql`char_length(${t.email}) between 3 and 254`),
  ],
);

export type Report = typeof reports.$inferSelect;
