import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { producers } from "./producers";

export const ALERT_KINDS = [
  "fakeRate",
  "unknownIdentifiers",
  "newCountry",
  "impossibleTravel",
  "stolenItem",
] as const;

/** When a rule opens an alert. `windowHours` is the length of its window, which ends with the current hour. */
export type AlertCondition =
  | {
      kind: "fakeRate";
      windowHours: number;
      /** More than `percent` of the scans, among at least `minimumScans`. */
      percent: number;
      minimumScans: number;
      /** Limits the rule to scans of one country or of one group. */
      of: { country: string } | { group: string } | null;
    }
  /** More than `sightings` sightings. */
  | { kind: "unknownIdentifiers"; windowHours: number; sightings: number }
  /** At least `scans` scans of a country that had none for `quietDays` days. */
  | { kind: "newCountry"; windowHours: number; quietDays: number; scans: number }
  /** At least `scans` scans whose item cannot have travelled there. */
  | { kind: "impossibleTravel"; windowHours: number; scans: number }
  /** At least `scans` scans of items that were reported as stolen before. */
  | { kind: "stolenItem"; windowHours: number; scans: number };

/** Alert rules of producers. Deleted rules stay for their alerts. */
export const alertRules = pgTable(
  "alert_rules",
  {
    id: serviceId().primaryKey(),
    producerId: serviceId()
      .notNull()
      .references(() => producers.id),
    name: text().notNull(),
    condition: jsonb().$type<AlertCondition>().notNull(),
    /** How long the rule opens no further alert after one. */
    coolDownHours: integer().notNull(),
    isOn: boolean().notNull().default(true),
    /** All minutes up to here are evaluated. */
    evaluatedUntil: moment().notNull(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    deletedAt: moment(),
  },
  (t) => [
    unique("alert_rules_of_producer").on(t.id, t.producerId),
    index("alert_rules_by_producer").on(t.producerId, t.createdAt).where(sql`deleted_at is null`),
    index("alert_rules_to_evaluate").on(t.evaluatedUntil).where(sql`is_on and deleted_at is null`),
    check("alert_rules_name_length", sql`char_length(${t.name}) between 1 and 100`),
    check("alert_rules_cool_down", sql`${t.coolDownHours} between 1 and 720`),
    check(
      "alert_rules_condition",
      sql`jsonb_typeof(${t.condition}) = 'object'
        and coalesce(${t.condition} ->> 'kind' in ('fakeRate', 'unknownIdentifiers', 'newCountry', 'impossibleTravel', 'stolenItem'), false)
        and coalesce(jsonb_path_match(${t.condition}, '$.windowHours >= 1 && $.windowHours <= 168'), false)`,
    ),
  ],
);

export type AlertRule = typeof alertRules.$inferSelect;
