import type { AlertCondition } from "@/db/schema/alert-rules";
import type { AlertFigures } from "@/db/schema/alerts";
import { DAY_MS } from "@/server/core/time";
import type { Trial } from "./schema";

/** How far back missed minutes and late scans are evaluated. */
export const CAUGHT_UP_DAYS = 2;

/** Counts of a period: of one country for rules on new countries, otherwise of all (`country` is empty). */
export interface Count {
  country: string;
  /** Scans, or sightings for rules about unknown identifiers. */
  scans: number;
  /** The fakes among them, for rules about the fake rate. */
  fakes: number;
}

/** The counts of an hour, or of its elapsed part; `at` is its start. */
export interface Hour {
  at: number;
  counts: Count[];
}

/** The UTC days on which each country was scanned: their starts in milliseconds, in order. */
export type DaysOf = ReadonlyMap<string, readonly number[]>;

/** The result of measuring a condition over its window. */
export interface Measured {
  /** The value compared with the threshold; null below the minimum of scans. */
  level: number | null;
  isReached: boolean;
  figures: AlertFigures;
}

/** The whole hours before the current one that belong to a rule's window. */
export const windowHours = ({ condition, coolDownHours }: Trial) =>
  // A country that appears during the cool-down is reported after it, so the window covers the cool-down.
  condition.kind === "newCountry" ? Math.max(condition.windowHours, coolDownHours) : condition.windowHours;

/** The threshold: some kinds of conditions must exceed it, others must reach it. */
export function thresholdOf(condition: AlertCondition): number {
  switch (condition.kind) {
    case "fakeRate":
      return condition.percent;
    case "unknownIdentifiers":
      return condition.sightings;
    default:
      return condition.scans;
  }
}

function sum(hours: Hour[]): { scans: number; fakes: number } {
  const all = { scans: 0, fakes: 0 };
  for (const { counts } of hours)
    for (const { scans, fakes } of counts) {
      all.scans += scans;
      all.fakes += fakes;
    }
  return all;
}

/** Compares in tenths of a percent, to be exact: 5.1 % of 1,000 scans are 51, not 50.999. */
const isOver = (percent: number, fakes: number, scans: number) =>
  fakes * 1_000 > Math.round(percent * 10) * scans;

/** The last day up to `by` on which a country was scanned after more than `quietDays` without; undefined if none. */
export function appearedOn(days: readonly number[], by: number, quietDays: number): number | undefined {
  for (let index = days.length - 1; index >= 0; index--) {
    const day = days[index] ?? 0;
    if (day > by) continue;
    const before = days[index - 1];
    if (before === undefined || day - before > quietDays * DAY_MS) return day;
  }
  return undefined;
}

/** Scans of each country that appeared within the hours, counted from its appearance, highest first. */
function newCountries(
  hours: Hour[],
  quietDays: number,
  daysOf: DaysOf,
): { country: string; scans: number }[] {
  const first = hours[0]?.at ?? 0;
  const by = hours.at(-1)?.at ?? 0;
  const since = new Map<string, number>();
  for (const [country, days] of daysOf) {
    const day = appearedOn(days, by, quietDays);
    if (day !== undefined && day + DAY_MS > first) since.set(country, day);
  }
  const scansOf = new Map<string, number>();
  for (const { at, counts } of hours)
    for (const { country, scans } of counts)
      if (at >= (since.get(country) ?? Number.POSITIVE_INFINITY))
        scansOf.set(country, (scansOf.get(country) ?? 0) + scans);
  return [...scansOf]
    .map(([country, scans]) => ({ country, scans }))
    .sort((a, b) => b.scans - a.scans || a.country.localeCompare(b.country));
}

/**
 * Measures a condition over the hours of its window, the last of which may be incomplete. `isReported` says whether an alert
 * has reported a country since it appeared.
 */
export function measure(
  condition: AlertCondition,
  hours: Hour[],
  daysOf: DaysOf,
  isReported: (country: string) => boolean = () => false,
): Measured {
  const { kind } = condition;
  if (kind === "newCountry") {
    const found = newCountries(hours, condition.quietDays, daysOf);
    const countries = found.filter(({ country, scans }) => scans >= condition.scans && !isReported(country));
    return {
      level: found[0]?.scans ?? 0,
      isReached: countries.length > 0,
      figures: { kind, countries },
    };
  }
  const { scans, fakes } = sum(hours);
  if (kind === "fakeRate") {
    const isEnough = scans >= condition.minimumScans;
    return {
      level: isEnough ? (fakes / scans) * 100 : null,
      isReached: isEnough && isOver(condition.percent, fakes, scans),
      figures: { kind, scans, fakes },
    };
  }
  if (kind === "unknownIdentifiers")
    return { level: scans, isReached: scans > condition.sightings, figures: { kind, sightings: scans } };
  return { level: scans, isReached: scans >= condition.scans, figures: { kind, scans } };
}

/**
 * Whether a condition may be reached in a minute of the last hour, given the counts of the whole hour. Only then are its
 * minutes worth reading. Counts only grow; a rate is highest if all fakes come first.
 */
export function mayBeReached(
  condition: AlertCondition,
  hours: Hour[],
  daysOf: DaysOf,
  isReported: (country: string) => boolean,
): boolean {
  if (condition.kind !== "fakeRate") return measure(condition, hours, daysOf, isReported).isReached;
  const all = sum(hours);
  const last = sum(hours.slice(-1));
  if (all.scans < condition.minimumScans) return false;
  const fewest = Math.max(condition.minimumScans, all.scans - last.scans + last.fakes);
  return isOver(condition.percent, all.fakes, fewest);
}
