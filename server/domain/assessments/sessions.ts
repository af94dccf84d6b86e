import { MINUTE_MS } from "@/server/core/time";
import { kmBetween, placeOf, type ScanFacts } from "./facts";

/** The scans of an item that one scanner makes within minutes: a retry does not count as another scan. */
export interface Session {
  first: ScanFacts;
  last: ScanFacts;
}

const SAME_DEVICE_MS = 10 * MINUTE_MS;
/** Scanners without a device match by place and system. That is weak evidence, so it holds for seconds only. */
const SAME_UNKNOWN_MS = 30_000;
const SAME_PLACE_KM = 1;

function isSamePlace(a: ScanFacts, b: ScanFacts): boolean {
  const [here, there] = [placeOf(a), placeOf(b)];
  return here && there ? kmBetween(here, there) <= SAME_PLACE_KM : here === there && a.country === b.country;
}

const isSameOs = (a: ScanFacts, b: ScanFacts) => a.os?.toLowerCase() === b.os?.toLowerCase();

function isOf({ first, last }: Session, scan: ScanFacts): boolean {
  const since = ({ timestamp }: ScanFacts) => scan.timestamp.getTime() - timestamp.getTime();
  if (scan.device !== null) return scan.device === last.device && since(last) <= SAME_DEVICE_MS;
  const isAlike = last.device === null && isSameOs(scan, last) && isSamePlace(last, scan);
  return isAlike && since(first) <= SAME_UNKNOWN_MS;
}

/** Groups the scans of one item, in time order, into sessions. */
export function sessionsOf(scans: readonly ScanFacts[]): Session[] {
  const sessions: Session[] = [];
  for (const scan of scans) {
    const own = sessions.findLast((session) => isOf(session, scan));
    if (own) own.last = scan;
    else sessions.push({ first: scan, last: scan });
  }
  return sessions;
}
