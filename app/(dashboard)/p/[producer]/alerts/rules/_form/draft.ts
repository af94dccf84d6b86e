import type { z } from "zod";
import { type Kind, NewAlertRule, Trial } from "@/server/domain/alerts/schema";
import type { ListedRule } from "../../types";

/** What a number field holds: nothing, or text on the way to a number, too. */
export type Typed = number | string;

/** A rule as the form holds it: what other kinds ask for is kept while one tries them. */
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
      return { kind, windowHours, scans: draft.scans };
  }
}

/** A rule that is there, for changing it. */
export function draftOf(rule: ListedRule | undefined): Draft {
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

/** What decides when the rule fires; nothing while something is missing. */
export const trialOf = (draft: Draft): Trial | undefined =>
  Trial.safeParse({ condition: conditionOf(draft), coolDownHours: draft.coolDownHours }).data;

const FIELDS = ["percent", "minimumScans", "sightings", "quietDays", "scans", "name"] as const;

/** The rule that the form says, or the fields that are not as they must be. */
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
