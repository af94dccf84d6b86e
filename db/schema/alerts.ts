import { sql } from "drizzle-orm";
import { check, foreignKey, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { type AlertCondition, alertRules } from "./alert-rules";

/** From open to acknowledged, and from there to one of the two final states: a trigger refuses every other change. */
export const ALERT_STATES = ["open", "acknowledged", "confirmed", "falseAlarm"] as const;

/** The figures that met a rule's condition. */
export type AlertFigures =
  | { kind: "fakeRate"; scans: number; fakes: number }
  | { kind: "unknownIdentifiers"; sightings: number }
  | { kind: "newCountry"; countries: { country: string; scans: number }[] }
  | { kind: "impossibleTravel" | "stolenItem"; scans: number };

/** The evidence of an alert: its figures when it opened, and the range of hours that they cover, in milliseconds. */
export interface AlertEvidence {
  figures: AlertFigures;
  from: number;
  before: number;
}

/** Incidents that rules opened. Only the state of an alert changes. */
export const alerts = pgTable(
  "alerts",
  {
    id: serviceId().primaryKey(),
    producerId: serviceId().notNull(),
    ruleId: serviceId().notNull(),
    /** The rule's name and condition when the alert opened. */
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
