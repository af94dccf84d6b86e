import { sql } from "drizzle-orm";
import { boolean, check, integer, pgTable } from "drizzle-orm/pg-core";
import { bytes, moment, serviceId } from "../columns";
import { producers } from "./producers";

/** Whether buyers activate a producer's items, and the secret from which its second codes derive (decision 0085). */
export const activationSettings = pgTable(
  "activation_settings",
  {
    producerId: serviceId()
      .primaryKey()
      .references(() => producers.id, { onDelete: "cascade" }),
    isOn: boolean().notNull(),
    /** Of items without a warranty of their own; null for none. */
    warrantyMonths: integer(),
    /** Sealed. It stays when activation is switched off, because labels are printed. */
    secret: bytes().notNull(),
    updatedAt: moment().notNull(),
  },
  (t) => [check("activation_settings_warranty", sql`${t.warrantyMonths} between 0 and 600`)],
);
