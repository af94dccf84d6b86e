import { useNowRoughly } from "@/app/ui/moment";
import { useZone } from "@/app/ui/zone";
import { dayAt, startOfDay } from "@/app/ui/zoned-day";
import type { ScanFilters } from "./filters";

/** Name of a filter in the list's address. */
type FilterName = keyof ScanFilters["filters"] | "producer";

/** Filters of a link to the list; empty values are left out. */
export type Narrowing = Partial<Record<FilterName, string | null | undefined>>;

/** Link to the list with these filters. */
export function scansHref(narrowing: Narrowing, page = "/scans"): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(narrowing)) if (value) query.set(name, value);
  return query.size > 0 ? `${page}?${query}` : page;
}

/** Milliseconds; `before` is exclusive. */
interface Times {
  from?: number | undefined;
  before?: number | undefined;
}

const HALF_DAY_MS = 43_200_000;
const momentAt = (ms: number) => new Date(ms).toISOString().replace(/(:00)?\.000Z$/, "Z");

/** A time range as days, or as moments if it does not consist of whole days; a future end is left open. */
function timesOf(zone: string, now: number, { from, before }: Times): Narrowing {
  const isStart = (ms: number) => startOfDay(zone, dayAt(zone, ms)) === ms;
  const first =
    from === undefined ? {} : isStart(from) ? { from: dayAt(zone, from) } : { since: momentAt(from) };
  if (before === undefined || before > now) return first;
  const last = isStart(before) ? { to: dayAt(zone, before - HALF_DAY_MS) } : { until: momentAt(before) };
  return { ...first, ...last };
}

/** Builds links to the scans of a time range, in the days of the page's time zone. */
export function useTimedScansHref(page?: string): (times: Times, narrowing: Narrowing) => string {
  const zone = useZone();
  const now = useNowRoughly();
  return (times, narrowing) => scansHref({ ...timesOf(zone, now, times), ...narrowing }, page);
}
