import { sql } from "drizzle-orm";
import { check, pgTable, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";

export const producers = pgTable(
  "producers",
  {
    id: serviceId().primaryKey(),
    name: text().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (t) => [check("producers_name_length", sql`char_length(${t.name}) between 1 and 200`)],
);

export type Producer = typeof producers.$inferSelect;
