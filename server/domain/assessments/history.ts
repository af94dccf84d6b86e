import { HOUR_MS } from "@/server/core/time";
import { type ItemFacts, KNOWN_HOURS, kmBetween, MAX_KNOWN, placeOf, type ScanFacts } from "./facts";
import { type Session, sessionsOf } from "./sessions";

/** The input of the rules: a scan with its item and the item's earlier sessions. */
export interface ScanInHistory {
  scan: ScanFacts;
  item: ItemFacts;
  /** Undefined for a retry: the first scan of its session was assessed with the sessions. */
  earlier: Session[] | undefined;
}

/** Builds the input of the rules. `before` are scans of the same item in time order; the last ones count. */
export function inHistory(scan: ScanFacts, before: readonly ScanFacts[], item: ItemFacts): ScanInHistory {
  const since = scan.timestamp.getTime() - KNOWN_HOURS * HOUR_MS;
  const known = before.filter(({ timestamp }) => timestamp.getTime() >= since).slice(-MAX_KNOWN);
  const sessions = sessionsOf([...known, scan]);
  const isRetry = sessions.every(({ first }) => first !== scan);
  return { scan, item, earlier: isRetry ? undefined : sessions.filter(({ first }) => first !== scan) };
}

/** The sessions that began at most `ms` milliseconds before a scan. */
export const within = ({ timestamp }: ScanFacts, ms: number, earlier: readonly Session[]): Session[] =>
  earlier.filter(({ first }) => timestamp.getTime() - first.timestamp.getTime() <= ms);

/** Whether all known places are within `withinKm` kilometres of the first and in one country; half must be known. */
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
