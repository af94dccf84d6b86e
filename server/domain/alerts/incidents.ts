import type { AlertEvidence } from "@/db/schema/alerts";
import { HOUR_MS, MINUTE_MS } from "@/server/core/time";
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

/** What a rule is judged by. Moments are in milliseconds; hours and minutes are named by their beginnings. */
export interface History {
  countsIn(hour: number): Count[];
  /** The counts of the minutes of an hour that had any, in order. */
  minutesOf(hour: number): Promise<{ minute: number; counts: Count[] }[]>;
  daysOf: DaysOf;
}

/** When a rule fires, to the end of a minute, and what for. */
export interface Incident {
  at: number;
  evidence: AlertEvidence;
}

/** The minutes to judge: those that end after `after`, and by `until`. */
export interface Span {
  after: number;
  until: number;
}

export const floorTo = (ms: number, at: number) => Math.floor(at / ms) * ms;

const merged = (counts: Count[]): Count[] => {
  const byCountry = new Map<string, Count>();
  for (const { country, scans, fakes } of counts) {
    const so = byCountry.get(country);
    byCountry.set(country, { country, scans: scans + (so?.scans ?? 0), fakes: fakes + (so?.fakes ?? 0) });
  }
  return [...byCountry.values()];
};

function hoursFrom(history: History, from: number, to: number): Hour[] {
  const hours: Hour[] = [];
  for (let at = from; at <= to; at += HOUR_MS) hours.push({ at, counts: history.countsIn(at) });
  return hours;
}

/** The first hour that a rule looks at when it judges one. */
export const windowStart = (trial: Trial, hour: number) => hour - windowHours(trial) * HOUR_MS;

/** The hours that a rule looks at when it judges one. */
export const readWindow = (trial: Trial, history: History, hour: number): Hour[] =>
  hoursFrom(history, windowStart(trial, hour), hour);

/** Hours that an alert has told of are not counted again; a country is told of once each time that it appears. */
function startAfter(trial: Trial, hour: number, earlier: Incident[]): number {
  const start = windowStart(trial, hour);
  if (trial.condition.kind === "newCountry") return start;
  return Math.max(start, earlier.at(-1)?.evidence.before ?? start);
}

function toldIn(earlier: Incident[], daysOf: DaysOf, quietDays: number, hour: number) {
  const lastTold = new Map<string, number>();
  for (const { evidence } of earlier) {
    if (evidence.figures.kind !== "newCountry") continue;
    for (const { country } of evidence.figures.countries) lastTold.set(country, evidence.before);
  }
  return (country: string) => {
    const told = lastTold.get(country);
    const day = appearedOn(daysOf.get(country) ?? [], hour, quietDays);
    return told !== undefined && day !== undefined && told > day;
  };
}

/** The minute of an hour at which a rule fires for the first time. */
async function firstIn(
  { condition }: Trial,
  whole: Hour[],
  history: History,
  { after, until }: Span,
  isTold: (country: string) => boolean,
): Promise<Incident | undefined> {
  const last = whole.at(-1);
  if (!last || !mayBeReached(condition, whole, history.daysOf, isTold)) return undefined;
  const before = whole.slice(0, -1);
  const minutes = await history.minutesOf(last.at);
  let passed: Count[] = [];
  for (let minute = last.at; minute < last.at + HOUR_MS; minute += MINUTE_MS) {
    const own = minutes.find((each) => each.minute === minute)?.counts ?? [];
    passed = merged([...passed, ...own]);
    const at = minute + MINUTE_MS;
    if (at <= after || at > until) continue;
    const { isReached, figures } = measure(
      condition,
      [...before, { at: last.at, counts: passed }],
      history.daysOf,
      isTold,
    );
    if (isReached)
      return { at, evidence: { figures, from: whole[0]?.at ?? last.at, before: last.at + HOUR_MS } };
  }
  return undefined;
}

/**
 * When a rule fires within a span, given when it fired before: the same whether the span is judged at once or minute by
 * minute. It is silent while it cools down, and fires once for what it has told of.
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
    const silentUntil = (all.at(-1)?.at ?? Number.NEGATIVE_INFINITY) + coolDownHours * HOUR_MS;
    const after = Math.max(span.after, silentUntil - 1);
    if (after >= hour + HOUR_MS) continue;
    const from = startAfter(trial, hour, all);
    if (from > hour) continue;
    const incident = await firstIn(
      trial,
      hoursFrom(history, from, hour),
      history,
      { after, until: span.until },
      toldIn(all, history.daysOf, quietDays, hour),
    );
    if (incident) found.push(incident);
  }
  return found;
}
