import { type SQLWrapper, sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import type { JsonObject, VerificationInfo } from "../json";
import { searchedProducer, searchedText, sortedText } from "../searched";
import { producers } from "./producers";

/** The beginning of a group's title, by which an index finds groups of one title. */
export const titleStart = (title: SQLWrapper) => sql`left(${title}, 200)`;

export const groups = pgTable(
  "groups",
  {
    id: serviceId().primaryKey(),
    producerId: serviceId()
      .notNull()
      .references(() => producers.id),
    title: text(),
    image: text(),
    data: jsonb().$type<JsonObject>().notNull().default({}),
    verificationinfos: jsonb().$type<VerificationInfo[]>().notNull().default([]),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (t) => [
    unique("groups_of_producer").on(t.id, t.producerId),
    index("groups_by_producer").on(t.producerId, t.createdAt, t.id),
    index("groups_by_update").on(t.producerId, t.updatedAt, t.id),
    index("groups_in_order_of_title").on(t.producerId, sortedText(t.title), t.id),
    index("groups_search").using(
      "gin",
      searchedProducer(t.producerId),
      sql`${searchedText({ title: t.title, data: t.data })} gin_trgm_ops`,
    ),
    // Only the beginning, because texts may exceed the size of an index entry.
    index("groups_by_image").on(t.producerId, sql`left(${t.image}, 300)`).where(sql`image is not null`),
    index("groups_by_title").on(t.producerId, titleStart(t.title)).where(sql`title is not null`),
    check("groups_data_object", sql`jsonb_typeof(${t.data}) = 'object'`),
    check("groups_verificationinfos_array", sql`jsonb_typeof(${t.verificationinfos}) = 'array'`),
  ],
);

export type Group = typeof groups.$inferSelect;
