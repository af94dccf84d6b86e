import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { producers } from "./producers";

export const ALERT_KINDS = ["fakeRate", "unknownIdentifiers", "newCountry", "impossibleTravel"] as const;

/** When a rule fires. `windowHours` is how far it looks back, from the hour under way. */
export type AlertCondition =
  | {
      kind: "fakeRate";
      windowHours: number;
      /** Over so many in a hundred scans, among at least so many. */
      percent: number;
      minimumScans: number;
      /** Scans of one country or of one group alone. */
      of: { country: string } | { group: string } | null;
    }
  /** More than so many sightings. */
  | { kind: "unknownIdentifiers"; windowHours: number; sightings: number }
  /** At least so many scans of a country that had none for so many days. */
  | { kind: "newCountry"; windowHours: number; quietDays: number; scans: number }
  /** At least so many scans whose item cannot have travelled there. */
  | { kind: "impossibleTravel"; windowHours: number; scans: number };

/** What a producer wants to be told of. Deleted ones stay for their alerts. */
export const alertRules = pgTable(
  "alert_rules",
  {
    id: serviceId().primaryKey(),
    producerId: serviceId()
      .notNull()
      .references(() => producers.id),
    name: text().notNull(),
    condition: jsonb().$type<AlertCondition>().notNull(),
    /** After it has fired, it is silent for so long. */
    coolDownHours: integer().notNull(),
    isOn: boolean().notNull().default(true),
    /** All minutes up to then have been judged. */
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
        and coalesce(${t.condition} ->> 'kind' in ('fakeRate', 'unknownIdentifiers', 'newCountry', 'impossibleTravel'), false)
        and coalesce(jsonb_path_match(${t.condition}, '$.windowHours >= 1 && $.windowHours <= 168'), false)`,
    ),
  ],
);

export type AlertRule = typeof alertRules.$inferSelect;
