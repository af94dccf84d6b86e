import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { alerts } from "./alerts";
import { people } from "./people";

/** The recipients of an alert's mails, and the outcome of each mail. */
export const alertMails = pgTable(
  "alert_mails",
  {
    alertId: serviceId()
      .notNull()
      .references(() => alerts.id),
    personId: serviceId()
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    /** When the next attempt is due; during an attempt, the end of its lease. */
    dueAt: moment().notNull(),
    attemptsMade: integer().notNull().default(0),
    /** Why the last attempt failed. */
    failure: text(),
    sentAt: moment(),
    /** When the last permitted attempt failed. */
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
