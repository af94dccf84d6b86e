import { z } from "zod";
import type { ALERT_KINDS, AlertCondition } from "@/db/schema/alert-rules";
import type { ALERT_STATES } from "@/db/schema/alerts";
import { hasAtMost } from "@/server/domain/shared/characters";
import { Name } from "@/server/domain/shared/name";

/** Repeats the values of the tables, so that browsers do not load the tables. */
export const KINDS = [
  "fakeRate",
  "unknownIdentifiers",
  "newCountry",
  "impossibleTravel",
  "stolenItem",
] as const satisfies typeof ALERT_KINDS;
export type Kind = (typeof KINDS)[number];

export const STATES = [
  "open",
  "acknowledged",
  "confirmed",
  "falseAlarm",
] as const satisfies typeof ALERT_STATES;
export type State = (typeof STATES)[number];

/** The states that people set, each with the state that must precede it. */
export const BEFORE = {
  acknowledged: "open",
  confirmed: "acknowledged",
  falseAlarm: "acknowledged",
} as const satisfies Partial<Record<State, State>>;
export type Step = keyof typeof BEFORE;
export const STEPS = ["acknowledged", "confirmed", "falseAlarm"] as const satisfies Step[];

const MAX_COUNTED = 1_000_000;

export const LIMITS = {
  windowHours: { least: 1, most: 168 },
  percent: { least: 0, most: 99.9 },
  minimumScans: { least: 1, most: MAX_COUNTED },
  sightings: { least: 0, most: MAX_COUNTED },
  quietDays: { least: 1, most: 90 },
  scans: { least: 1, most: MAX_COUNTED },
  coolDownHours: { least: 1, most: 720 },
} as const;

const whole = (field: keyof typeof LIMITS) => z.int().min(LIMITS[field].least).max(LIMITS[field].most);

const Narrowed = z.union([
  z.strictObject({ country: z.string().regex(/^[A-Z]{2}$/, "must be two capital letters") }),
  z.strictObject({ group: z.guid() }),
]);

/** When a rule opens an alert; the table describes the fields. */
const Condition = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("fakeRate"),
    windowHours: whole("windowHours"),
    percent: z.number().min(LIMITS.percent.least).max(LIMITS.percent.most).multipleOf(0.1),
    minimumScans: whole("minimumScans"),
    of: Narrowed.nullable(),
  }),
  z.strictObject({
    kind: z.literal("unknownIdentifiers"),
    windowHours: whole("windowHours"),
    sightings: whole("sightings"),
  }),
  z.strictObject({
    kind: z.literal("newCountry"),
    windowHours: whole("windowHours"),
    quietDays: whole("quietDays"),
    scans: whole("scans"),
  }),
  z.strictObject({
    kind: z.literal("impossibleTravel"),
    windowHours: whole("windowHours"),
    scans: whole("scans"),
  }),
  z.strictObject({
    kind: z.literal("stolenItem"),
    windowHours: whole("windowHours"),
    scans: whole("scans"),
  }),
]) satisfies z.ZodType<AlertCondition>;

/** When and how often a rule opens an alert. */
export const Trial = z.object({ condition: Condition, coolDownHours: whole("coolDownHours") });
export type Trial = z.output<typeof Trial>;

export const NewAlertRule = Trial.extend({
  name: Name,
  /** Whether the person who saves the rule gets an e-mail for each alert. */
  mailsMe: z.boolean(),
});
export type NewAlertRule = z.output<typeof NewAlertRule>;

const isText = (text: string) => text.isWellFormed() && !text.includes("\0");

/** Per alert, besides the notes of state changes; all notes are read with the alert. */
export const MAX_NOTES = 200;

export const NoteText = z
  .string()
  .trim()
  .refine((text) => hasAtMost(2000, text), "must have at most 2000 characters")
  .refine(isText, "must be text");

/** The filter of the list of alerts. */
export const AlertFilter = z.object({ state: z.enum(STATES).optional() });
export type AlertFilter = z.output<typeof AlertFilter>;
