import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { items } from "./items";

export const OWNERSHIP_ENDS = ["transferred", "ended", "voided", "itemDeleted"] as const;

/** The owners of items, one after the other. An ended ownership keeps its days and no e-mail. */
export const ownerships = pgTable(
  "ownerships",
  {
    id: serviceId().primaryKey(),
    producerId: serviceId().notNull(),
    itemId: bigint({ mode: "number" }).notNull(),
    /** Null once it has ended. */
    email: text(),
    /** The language of the owner's e-mails. */
    locale: text({ enum: ["en", "de"] }).notNull(),
    /** When the first owner of this row of owners activated the item. */
    activatedAt: moment().notNull(),
    beganAt: moment().notNull(),
    endedAt: moment(),
    endReason: text({ enum: OWNERSHIP_ENDS }),
    /** Since when its owner reports the item as stolen. */
    stolenAt: moment(),
    /** Months of warranty from the activation on, as they were then; null for none. */
    warrantyMonths: integer(),
  },
  (t) => [
    foreignKey({
      name: "ownerships_item_of_producer",
      columns: [t.itemId, t.producerId],
      foreignColumns: [items.id, items.producerId],
    }),
    unique("ownerships_of_producer").on(t.id, t.producerId),
    uniqueIndex("ownerships_open").on(t.itemId).where(sql`ended_at is null`),
    index("ownerships_by_item").on(t.itemId, t.beganAt, t.id),
    index("ownerships_by_email").on(t.producerId, t.email).where(sql`email is not null`),
    check("ownerships_email", sql`char_length(${t.email}) between 3 and 254`),
    check("ownerships_end", sql`num_nulls(${t.endedAt}, ${t.endReason}) in (0, 2)`),
    check("ownerships_email_until_end", sql`(${t.email} is null) = (${t.endedAt} is not null)`),
    check("ownerships_end_reason", sql`${t.endReason} in ('transferred', 'ended', 'voided', 'itemDeleted')`),
    check("ownerships_locale", sql`${t.locale} in ('en', 'de')`),
    check("ownerships_order", sql`${t.activatedAt} <= ${t.beganAt} and ${t.beganAt} <= ${t.endedAt}`),
    check("ownerships_warranty", sql`${t.warrantyMonths} between 0 and 600`),
  ],
);

export type Ownership = typeof ownerships.$inferSelect;
