import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { ALERT_STATES, alerts } from "./alerts";

/** Notes of people on an alert, and the states they set. Append-only: a trigger refuses any later change. */
export const alertNotes = pgTable(
  "alert_notes",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    alertId: serviceId()
      .notNull()
      .references(() => alerts.id),
    at: moment().notNull(),
    actorId: text().notNull(),
    actorName: text().notNull(),
    /** The state that was set with the note; null for a note alone. */
    state: text({ enum: ALERT_STATES }),
    text: text().notNull(),
  },
  (t) => [
    index("alert_notes_of_alert").on(t.alertId, t.id),
    uniqueIndex("alert_notes_one_of_state").on(t.alertId, t.state).where(sql`state is not null`),
    check("alert_notes_state", sql`${t.state} in ('acknowledged', 'confirmed', 'falseAlarm')`),
    check(
      "alert_notes_text",
      sql`char_length(${t.text}) <= 2000 and (${t.text} <> '' or ${t.state} is not null)`,
    ),
  ],
);
