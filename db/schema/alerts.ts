import { sql } from "drizzle-orm";
import { check, foreignKey, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { type AlertCondition, alertRules } from "./alert-rules";

/** From open to acknowledged, and from there to one of the two ends: a trigger refuses every other way. */
export const ALERT_STATES = ["open", "acknowledged", "confirmed", "falseAlarm"] as const;

/** The figures that made a rule fire. */
export type AlertFigures =
  | { kind: "fakeRate"; scans: number; fakes: number }
  | { kind: "unknownIdentifiers"; sightings: number }
  | { kind: "newCountry"; countries: { country: string; scans: number }[] }
  | { kind: "impossibleTravel"; scans: number };

/** What stands behind an alert: its figures as they were when it fired, and the hours that they are of, in milliseconds. */
export interface AlertEvidence {
  figures: AlertFigures;
  from: number;
  before: number;
}

/** That a rule has fired. What it says stays as it is; only its state goes on. */
export const alerts = pgTable(
  "alerts",
  {
    id: serviceId().primaryKey(),
    producerId: serviceId().notNull(),
    ruleId: serviceId().notNull(),
    /** As the rule was then. */
    ruleName: text().notNull(),
    condition: jsonb().$type<AlertCondition>().notNull(),
    openedAt: moment().notNull(),
    evidence: jsonb().$type<AlertEvidence>().notNull(),
    state: text({ enum: ALERT_STATES }).notNull().default("open"),
  },
  (t) => [
    foreignKey({
      name: "alerts_rule_of_producer",
      columns: [t.ruleId, t.producerId],
      foreignColumns: [alertRules.id, alertRules.producerId],
    }),
    uniqueIndex("alerts_once").on(t.ruleId, t.openedAt),
    index("alerts_of_producer").on(t.producerId, t.openedAt, t.id),
    index("alerts_of_producer_by_state").on(t.producerId, t.state, t.openedAt, t.id),
    check("alerts_state", sql`${t.state} in ('open', 'acknowledged', 'confirmed', 'falseAlarm')`),
    check(
      "alerts_evidence",
      sql`coalesce(${t.evidence} -> 'figures' ->> 'kind' = ${t.condition} ->> 'kind', false)`,
    ),
  ],
);

export type Alert = typeof alerts.$inferSelect;
