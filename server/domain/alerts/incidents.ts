import type { AlertEvidence } from "@/db/schema/alerts";
import { HOUR_MS } from "@/server/core/time";
import {
  appearedOn,
  type Count,
  type DaysOf,
  type Hour,
  mayBeReached,
  measure,
  windowHours,
} from "./evaluate";
import type { Trial } from "./schema";

/** Rules are evaluated at the end of each step: an alert has the time of the step that met its condition. */
export const STEP_MS = 10_000;

/** The counts that a rule is evaluated with. Times are in milliseconds; hours and steps are named by their start. */
export interface History {
  countsIn(hour: number): Count[];
  /** The counts of those steps of an hour that have any, in order. */
  stepsOf(hour: number): Promise<{ step: number; counts: Count[] }[]>;
  daysOf: DaysOf;
}

/** The end of the step in which a condition is reached, with the evidence. */
export interface Incident {
  at: number;
  evidence: AlertEvidence;
}

/** The steps to evaluate: those that end after `after` and no later than `until`. */
export interface Span {
  after: number;
  until: number;
}

export const floorTo = (ms: number, at: number) => Math.floor(at / ms) * ms;

const merged = (counts: Count[]): Count[] => {
  const byCountry = new Map<string, Count>();
  for (const { country, scans, fakes } of counts) {
    const known = byCountry.get(country);
    byCountry.set(country, {
      country,
      scans: scans + (known?.scans ?? 0),
      fakes: fakes + (known?.fakes ?? 0),
    });
  }
  return [...byCountry.values()];
};

function hoursFrom(history: History, from: number, to: number): Hour[] {
  const hours: Hour[] = [];
  for (let at = from; at <= to; at += HOUR_MS) hours.push({ at, counts: history.countsIn(at) });
  return hours;
}

/** The first hour of a rule's window for an evaluated hour. */
export const windowStart = (trial: Trial, hour: number) => hour - windowHours(trial) * HOUR_MS;

/** The hours of a rule's window for an evaluated hour. */
export const readWindow = (trial: Trial, history: History, hour: number): Hour[] =>
  hoursFrom(history, windowStart(trial, hour), hour);

/** Hours of an earlier incident do not count again; a country is reported once each time it appears. */
function startAfter(trial: Trial, hour: number, earlier: Incident[]): number {
  const start = windowStart(trial, hour);
  if (trial.condition.kind === "newCountry") return start;
  return Math.max(start, earlier.at(-1)?.evidence.before ?? start);
}

function reportedIn(earlier: Incident[], daysOf: DaysOf, quietDays: number, hour: number) {
  const lastReported = new Map<string, number>();
  for (const { evidence } of earlier) {
    if (evidence.figures.kind !== "newCountry") continue;
    for (const { country } of evidence.figures.countries) lastReported.set(country, evidence.before);
  }
  return (country: string) => {
    const reportedUntil = lastReported.get(country);
    const day = appearedOn(daysOf.get(country) ?? [], hour, quietDays);
    return reportedUntil !== undefined && day !== undefined && reportedUntil > day;
  };
}

/** The ends of an hour's steps in which the result can differ from the step before: the first one, and those with counts. */
function endsOf(steps: { step: number }[], hour: number, { after, until }: Span): number[] {
  const first = Math.max(hour, floorTo(STEP_MS, after)) + STEP_MS;
  const ends = [first, ...steps.map(({ step }) => step + STEP_MS).filter((end) => end > first)];
  return ends.filter((end) => end <= until && end <= hour + HOUR_MS);
}

/** Finds the first step of an hour in which the condition is reached. */
async function firstIn(
  { condition }: Trial,
  whole: Hour[],
  history: History,
  span: Span,
  isReported: (country: string) => boolean,
): Promise<Incident | undefined> {
  const last = whole.at(-1);
  if (!last || !mayBeReached(condition, whole, history.daysOf, isReported)) return undefined;
  const before = whole.slice(0, -1);
  const steps = await history.stepsOf(last.at);
  let [passed, next]: [Count[], number] = [[], 0];
  for (const at of endsOf(steps, last.at, span)) {
    const own: Count[] = [];
    for (; (steps[next]?.step ?? at) < at; next++) own.push(...(steps[next]?.counts ?? []));
    passed = merged([...passed, ...own]);
    const { isReached, figures } = measure(
      condition,
      [...before, { at: last.at, counts: passed }],
      history.daysOf,
      isReported,
    );
    if (isReached)
      return { at, evidence: { figures, from: whole[0]?.at ?? last.at, before: last.at + HOUR_MS } };
  }
  return undefined;
}

/**
 * Finds a rule's incidents in a span, given its earlier ones. Evaluating the whole span or step by step gives the same
 * result. A rule opens no incident during its cool-down, and only one for the same hours or country.
 */
export async function incidents(
  trial: Trial,
  history: History,
  span: Span,
  earlier: Incident[],
): Promise<Incident[]> {
  const { condition, coolDownHours } = trial;
  const quietDays = condition.kind === "newCountry" ? condition.quietDays : 0;
  const found: Incident[] = [];
  const last = floorTo(HOUR_MS, span.until - 1);
  for (let hour = floorTo(HOUR_MS, span.after); hour <= last; hour += HOUR_MS) {
    const all = [...earlier, ...found];
    const coolDownUntil = (all.at(-1)?.at ?? Number.NEGATIVE_INFINITY) + coolDownHours * HOUR_MS;
    const after = Math.max(span.after, coolDownUntil - 1);
    if (after >= hour + HOUR_MS) continue;
    const from = startAfter(trial, hour, all);
    if (from > hour) continue;
    const incident = await firstIn(
      trial,
      hoursFrom(history, from, hour),
      history,
      { after, until: span.until },
      reportedIn(all, history.daysOf, quietDays, hour),
    );
    if (incident) found.push(incident);
  }
  return found;
}
