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

const since = (earlier: ScanFacts, scan: ScanFacts) => scan.timestamp.getTime() - earlier.timestamp.getTime();

/** The latest matching session of a scanner without a device. Sessions are in the order of their first scans. */
function sessionOfUnknown(scan: ScanFacts, sessions: readonly Session[]): Session | undefined {
  for (let n = sessions.length - 1; n >= 0; n--) {
    const session = sessions[n];
    if (!session || since(session.first, scan) > SAME_UNKNOWN_MS) return undefined;
    if (isSameOs(scan, session.last) && isSamePlace(session.last, scan)) return session;
  }
  return undefined;
}

/** Groups the scans of one item, in time order, into sessions. */
export function sessionsOf(scans: readonly ScanFacts[]): Session[] {
  const sessions: Session[] = [];
  // Of a device only the latest session may go on.
  const byDevice = new Map<string, Session>();
  const unknown: Session[] = [];
  for (const scan of scans) {
    const { device } = scan;
    const latest = device === null ? sessionOfUnknown(scan, unknown) : byDevice.get(device);
    if (latest && (device === null || since(latest.last, scan) <= SAME_DEVICE_MS)) {
      latest.last = scan;
      continue;
    }
    const session = { first: scan, last: scan };
    sessions.push(session);
    if (device === null) unknown.push(session);
    else byDevice.set(device, session);
  }
  return sessions;
}
