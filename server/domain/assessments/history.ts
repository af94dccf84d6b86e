import { HOUR_MS } from "@/server/core/time";
import { type ItemFacts, KNOWN_HOURS, kmBetween, MAX_KNOWN, placeOf, type ScanFacts } from "./facts";
import { type Session, sessionsOf } from "./sessions";

/** A scan with its item and what was scanned of that before: all that rules are given. */
export interface ScanInHistory {
  scan: ScanFacts;
  item: ItemFacts;
  /** Nothing of a retry: whatever there is to say of sessions was said of its first scan. */
  earlier: Session[] | undefined;
}

/** What rules are given of a scan; `before` are scans of the same item in the order of time, of which the last ones count. */
export function inHistory(scan: ScanFacts, before: readonly ScanFacts[], item: ItemFacts): ScanInHistory {
  const since = scan.timestamp.getTime() - KNOWN_HOURS * HOUR_MS;
  const known = before.filter(({ timestamp }) => timestamp.getTime() >= since).slice(-MAX_KNOWN);
  const sessions = sessionsOf([...known, scan]);
  const isRetry = sessions.every(({ first }) => first !== scan);
  return { scan, item, earlier: isRetry ? undefined : sessions.filter(({ first }) => first !== scan) };
}

/** The sessions that began within so many milliseconds before a scan. */
export const within = ({ timestamp }: ScanFacts, ms: number, earlier: readonly Session[]): Session[] =>
  earlier.filter(({ first }) => timestamp.getTime() - first.timestamp.getTime() <= ms);

/** Whether all of them were, as far as is known, within so many kilometres of the first, and in one country. */
export function areTogether(scans: readonly ScanFacts[], withinKm: number): boolean {
  const places = scans.map(placeOf).filter((place) => place !== undefined);
  const [center] = places;
  return (
    center !== undefined &&
    places.length * 2 >= scans.length &&
    places.every((place) => kmBetween(center, place) <= withinKm) &&
    countriesOf(scans).size <= 1
  );
}

export const countriesOf = (scans: readonly ScanFacts[]): Set<string> =>
  new Set(scans.flatMap(({ country }) => country ?? []));
