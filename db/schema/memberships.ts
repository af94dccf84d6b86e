import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { people } from "./people";
import { producers } from "./producers";

/** The roles of a producer's members, from most to fewest permissions; an inspector only inspects (decision 0084). */
export const ROLES = ["owner", "editor", "viewer", "inspector"] as const;

export type Role = (typeof ROLES)[number];

/** The members of producers. The verbs ensure under a lock of the producer that an owner remains. */
export const memberships = pgTable(
  "memberships",
  {
    personId: serviceId()
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    producerId: serviceId()
      .notNull()
      .references(() => producers.id),
    role: text({ enum: ROLES }).notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.personId, t.producerId] }),
    index("memberships_by_producer").on(t.producerId),
    check("memberships_role", sql`${t.role} in ('owner', 'editor', 'viewer', 'inspector')`),
  ],
);
