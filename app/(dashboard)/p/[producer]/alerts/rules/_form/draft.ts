import type { z } from "zod";
import { type Kind, NewAlertRule, Trial } from "@/server/domain/alerts/schema";
import type { ListedRule } from "../../types";

/** Value of a number field: a number, or unfinished text. */
export type Typed = number | string;

/** A rule as the form holds it. Values of the other kinds are kept, so that changing the kind loses nothing. */
export type Draft = {
  name: string;
  kind: Kind;
  windowHours: number;
  coolDownHours: number;
  percent: Typed;
  minimumScans: Typed;
  of: "all" | "country" | "group";
  country: string | null;
  group: string | null;
  sightings: Typed;
  quietDays: Typed;
  scans: Typed;
  mailsMe: boolean;
};

const FRESH: Draft = {
  name: "",
  kind: "fakeRate",
  windowHours: 24,
  coolDownHours: 24,
  percent: 5,
  minimumScans: 50,
  of: "all",
  country: null,
  group: null,
  sightings: 20,
  quietDays: 30,
  scans: 3,
  mailsMe: false,
};

function conditionOf(draft: Draft): unknown {
  const { kind, windowHours } = draft;
  switch (kind) {
    case "fakeRate": {
      const { percent, minimumScans, of, country, group } = draft;
      return {
        kind,
        windowHours,
        percent,
        minimumScans,
        of: of === "all" ? null : of === "country" ? { country } : { group },
      };
    }
    case "unknownIdentifiers":
      return { kind, windowHours, sightings: draft.sightings };
    case "newCountry":
      return { kind, windowHours, quietDays: draft.quietDays, scans: draft.scans };
    case "impossibleTravel":
    case "stolenItem":
      return { kind, windowHours, scans: draft.scans };
  }
}

/** The draft of an existing rule, or of a new one. */
export function draftOf(
  rule: Pick<ListedRule, "name" | "condition" | "coolDownHours" | "mailsMe"> | undefined,
): Draft {
  if (!rule) return FRESH;
  const { name, condition, coolDownHours, mailsMe } = rule;
  const own = { ...FRESH, name, coolDownHours, mailsMe };
  if (condition.kind !== "fakeRate") return { ...own, ...condition };
  const { of, ...others } = condition;
  return {
    ...own,
    ...others,
    of: of === null ? "all" : "country" in of ? "country" : "group",
    country: of && "country" in of ? of.country : null,
    group: of && "group" in of ? of.group : null,
  };
}

/** The part of the draft that decides when the rule fires; undefined while it is incomplete. */
export const trialOf = (draft: Draft): Trial | undefined =>
  Trial.safeParse({ condition: conditionOf(draft), coolDownHours: draft.coolDownHours }).data;

const FIELDS = ["percent", "minimumScans", "sightings", "quietDays", "scans", "name"] as const;

/** The rule that the draft describes, or the names of its invalid fields. */
export function ruleOf(draft: Draft): { rule: NewAlertRule } | { faulty: (keyof Draft)[] } {
  const { name, coolDownHours, mailsMe } = draft;
  const parsed = NewAlertRule.safeParse({ name, condition: conditionOf(draft), coolDownHours, mailsMe });
  return parsed.success ? { rule: parsed.data } : { faulty: fieldsOf(parsed.error, draft) };
}

function fieldsOf({ issues }: z.ZodError, { of }: Draft): (keyof Draft)[] {
  const steps = new Set(issues.flatMap(({ path }) => path.slice(0, 2)));
  const found: (keyof Draft)[] = FIELDS.filter((field) => steps.has(field));
  return steps.has("of") && of !== "all" ? [...found, of] : found;
}
