import type { AlertCondition } from "@/db/schema/alert-rules";
import type { AlertFigures } from "@/db/schema/alerts";
import { DAY_MS } from "@/server/core/time";
import type { Trial } from "./schema";

/** What happened while nothing judged, or came late, is caught up with: as far back as that. */
export const CAUGHT_UP_DAYS = 2;

/** What was counted in a stretch of time: of one country where a rule tells countries apart, else of all (an empty one). */
export interface Count {
  country: string;
  /** Scans; of a rule about unknown identifiers, sightings. */
  scans: number;
  /** How many of them were fakes, where a rule asks. */
  fakes: number;
}

/** The counts of an hour, or of what has passed of it; `at` is its beginning. */
export interface Hour {
  at: number;
  counts: Count[];
}

/** Which UTC days a country was scanned on, as their beginnings in order. */
export type DaysOf = ReadonlyMap<string, readonly number[]>;

/** What the hours that a rule looks at say. */
export interface Measured {
  /** What is compared with the threshold; nothing where there are too few scans to say. */
  level: number | null;
  isReached: boolean;
  figures: AlertFigures;
}

/** So many whole hours before the one under way are looked at, too. */
export const windowHours = ({ condition, coolDownHours }: Trial) =>
  // What first appears while the rule is silent is told once it speaks again.
  condition.kind === "newCountry" ? Math.max(condition.windowHours, coolDownHours) : condition.windowHours;

/** The line that a level has to be over, or on. */
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

/** In tenths of a percent, which a rate of fakes is compared in: 5.1 % of 1,000 scans are 51, not 50.999. */
const isOver = (percent: number, fakes: number, scans: number) =>
  fakes * 1_000 > Math.round(percent * 10) * scans;

/** The day on which a country was first scanned again, after it was not for `quietDays`; nothing where that never was. */
export function appearedOn(days: readonly number[], by: number, quietDays: number): number | undefined {
  for (let index = days.length - 1; index >= 0; index--) {
    const day = days[index] ?? 0;
    if (day > by) continue;
    const before = days[index - 1];
    if (before === undefined || day - before > quietDays * DAY_MS) return day;
  }
  return undefined;
}

/** Scans of each country that has appeared within the hours, since then, the most first. */
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
 * What a rule says of the hours of its window, the last of which may be under way; `isTold` are the countries that have
 * been told of already since they appeared.
 */
export function measure(
  condition: AlertCondition,
  hours: Hour[],
  daysOf: DaysOf,
  isTold: (country: string) => boolean = () => false,
): Measured {
  const { kind } = condition;
  if (kind === "newCountry") {
    const found = newCountries(hours, condition.quietDays, daysOf);
    const countries = found.filter(({ country, scans }) => scans >= condition.scans && !isTold(country));
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
 * Whether a rule may be reached at any minute of the last hour, whose counts are those of all of it: only then are its
 * minutes worth reading. Counts only grow; a rate is highest where all fakes come first.
 */
export function mayBeReached(
  condition: AlertCondition,
  hours: Hour[],
  daysOf: DaysOf,
  isTold: (country: string) => boolean,
): boolean {
  if (condition.kind !== "fakeRate") return measure(condition, hours, daysOf, isTold).isReached;
  const all = sum(hours);
  const last = sum(hours.slice(-1));
  if (all.scans < condition.minimumScans) return false;
  const fewest = Math.max(condition.minimumScans, all.scans - last.scans + last.fakes);
  return isOver(condition.percent, all.fakes, fewest);
}
