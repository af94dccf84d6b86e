import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { people } from "./people";
import { producers } from "./producers";

/** What a member of a producer may do, from most to least. */
export const ROLES = ["owner", "editor", "viewer"] as const;

export type Role = (typeof ROLES)[number];

/** Which people act for which producers. That an owner is left is held by the verbs, under a lock of the producer. */
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
    check("memberships_role", sql`${t.role} in ('owner', 'editor', 'viewer')`),
  ],
);
