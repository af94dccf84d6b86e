import { sql } from "drizzle-orm";
import { check, foreignKey, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { memberships } from "./memberships";
import { people } from "./people";
import { producers } from "./producers";

/** The lists that have saved views. */
export const VIEW_LISTS = [
  "items",
  "groups",
  "scans",
  "files",
  "deliveries",
  "unregisteredCodes",
  "cases",
] as const;
export type ViewList = (typeof VIEW_LISTS)[number];

/** Saved views of lists: a name and the query of the list's address. */
export const savedViews = pgTable(
  "saved_views",
  {
    id: serviceId().primaryKey(),
    producerId: serviceId()
      .notNull()
      .references(() => producers.id, { onDelete: "cascade" }),
    list: text({ enum: VIEW_LISTS }).notNull(),
    name: text().notNull(),
    /** Percent-encoded, so that its characters are bytes. */
    query: text().notNull(),
    /** The only member who sees it; null for all members. It ends with the membership. */
    privateTo: serviceId(),
    /** The person who saved it; null once that person is erased. */
    ownerId: serviceId().references(() => people.id, { onDelete: "set null" }),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (t) => [
    foreignKey({
      name: "saved_views_member_of_producer",
      columns: [t.privateTo, t.producerId],
      foreignColumns: [memberships.personId, memberships.producerId],
    }).onDelete("cascade"),
    uniqueIndex("saved_views_private_name")
      .on(t.producerId, t.list, t.privateTo, sql`lower(${t.name})`)
      .where(sql`private_to is not null`),
    uniqueIndex("saved_views_shared_name")
      .on(t.producerId, t.list, sql`lower(${t.name})`)
      .where(sql`private_to is null`),
    index("saved_views_by_member").on(t.privateTo, t.producerId).where(sql`private_to is not null`),
    index("saved_views_by_owner").on(t.ownerId).where(sql`owner_id is not null`),
    check(
      "saved_views_list",
      sql`${t.list} in ('items', 'groups', 'scans', 'files', 'deliveries', 'unregisteredCodes', 'cases')`,
    ),
    check(
      "saved_views_name",
      sql`char_length(${t.name}) between 1 and 100 and ${t.name} = btrim(${t.name}) and ${t.name} !~ '[\\x01-\\x1f\\x7f]'`,
    ),
    check("saved_views_query", sql`char_length(${t.query}) <= 2000 and ${t.query} ~ '^[!-~]*$'`),
    // With the erasure of a person, either column can be emptied first.
    check("saved_views_private_to_owner", sql`${t.privateTo} = ${t.ownerId}`),
  ],
);

export type SavedView = typeof savedViews.$inferSelect;
