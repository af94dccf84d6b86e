import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { alerts } from "./alerts";
import { people } from "./people";

/** Who is to be told of an alert by mail, and what became of it. */
export const alertMails = pgTable(
  "alert_mails",
  {
    alertId: serviceId()
      .notNull()
      .references(() => alerts.id),
    personId: serviceId()
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    /** When it is to be tried; while a try is under way, when whoever makes it is given up. */
    dueAt: moment().notNull(),
    attemptsMade: integer().notNull().default(0),
    /** Why the last try failed. */
    failure: text(),
    sentAt: moment(),
    /** It was tried often enough. */
    givenUpAt: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.alertId, t.personId] }),
    index("alert_mails_due").on(t.dueAt).where(sql`sent_at is null and given_up_at is null`),
    check("alert_mails_attempts", sql`${t.attemptsMade} >= 0`),
    check("alert_mails_one_end", sql`${t.sentAt} is null or ${t.givenUpAt} is null`),
    check("alert_mails_failure", sql`char_length(${t.failure}) <= 500`),
  ],
);
