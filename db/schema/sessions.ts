import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { people } from "./people";

/** Sessions of people. A session without a row has ended, and so has one whose version is not its person's. */
export const sessions = pgTable(
  "sessions",
  {
    id: uuid().primaryKey(),
    personId: serviceId()
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    /** The person's session version at its start. */
    version: integer().notNull(),
    startedAt: moment().notNull(),
    expiresAt: moment().notNull(),
    /** The last request, to about five minutes. */
    seenAt: moment().notNull(),
    /** Browser, system and country of the start; of the address, the country alone is stored. */
    browser: text(),
    os: text(),
    country: text(),
    /** When a second factor was proven in it; null if none was. */
    secondFactorAt: moment(),
    /** When its person last proved a password or a factor. */
    confirmedAt: moment().notNull().defaultNow(),
  },
  (t) => [
    index("sessions_of_person").on(t.personId),
    index("sessions_expired").on(t.expiresAt),
    check("sessions_expire", sql`${t.expiresAt} > ${t.startedAt}`),
    check("sessions_lengths", sql`greatest(char_length(${t.browser}), char_length(${t.os})) <= 40`),
    check("sessions_country", sql`${t.country} ~ '^[A-Z]{2}$'`),
  ],
);

export type Session = typeof sessions.$inferSelect;
