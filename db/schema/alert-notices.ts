import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { alertChannels } from "./alert-channels";
import { alerts } from "./alerts";
import { people } from "./people";

/** Why a notice waits: for the end of quiet hours, or for further alerts of its rule. */
export const HELD_FOR = ["quietHours", "repeats"] as const;

/** An alert for one recipient, a person or a channel, and what became of it. The table began with e-mails alone. */
export const alertNotices = pgTable(
  "alert_mails",
  {
    id: serviceId().primaryKey().default(sql`new_id()`),
    alertId: serviceId()
      .notNull()
      .references(() => alerts.id),
    personId: serviceId().references(() => people.id, { onDelete: "cascade" }),
    channelId: serviceId().references(() => alertChannels.id),
    /** When the next attempt is due; during an attempt, the end of its lease. */
    dueAt: moment().notNull(),
    heldFor: text({ enum: HELD_FOR }),
    attemptsMade: integer().notNull().default(0),
    /** When the first attempt began. */
    firstTriedAt: moment(),
    /** Why the last attempt failed. */
    failure: text(),
    sentAt: moment(),
    /** When an attempt failed after which there is no further one. */
    givenUpAt: moment(),
  },
  (t) => [
    uniqueIndex("alert_mails_alert_id_person_id_pk").on(t.alertId, t.personId),
    uniqueIndex("alert_mails_of_channel").on(t.channelId, t.alertId).where(sql`channel_id is not null`),
    index("alert_mails_of_person").on(t.personId).where(sql`sent_at is null and given_up_at is null`),
    index("alert_mails_pending_of_channel")
      .on(t.channelId)
      .where(sql`channel_id is not null and sent_at is null and given_up_at is null`),
    index("alert_mails_due").on(t.dueAt).where(sql`sent_at is null and given_up_at is null`),
    check("alert_mails_attempts", sql`${t.attemptsMade} >= 0`),
    check("alert_mails_one_end", sql`${t.sentAt} is null or ${t.givenUpAt} is null`),
    check("alert_mails_failure", sql`char_length(${t.failure}) <= 500`),
    check("alert_mails_one_recipient", sql`num_nonnulls(${t.personId}, ${t.channelId}) = 1`),
    check("alert_mails_held_for", sql`${t.heldFor} in ('quietHours', 'repeats')`),
  ],
);

export type AlertNotice = typeof alertNotices.$inferSelect;
