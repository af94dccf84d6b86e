import { type ScanFilters, startOf } from "./filters";

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

/** The local day that begins at a moment; undefined if none does. */
function dayAt(ms: number): string | undefined {
  const date = new Date(ms);
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return startOf(day) === ms ? day : undefined;
}

/** The local day that ends at a moment; undefined if none does. */
function dayBefore(ms: number): string | undefined {
  const noon = new Date(ms - 43_200_000);
  return dayAt(ms) && dayAt(new Date(noon.getFullYear(), noon.getMonth(), noon.getDate()).getTime());
}

const momentAt = (ms: number) => new Date(ms).toISOString().replace(/(:00)?\.000Z$/, "Z");

/** A time range as local days, or as moments if it does not consist of whole days; a future end is left open. */
export function timesOf({ from, before }: Times): Narrowing {
  const first = from === undefined ? undefined : dayAt(from);
  const last = before === undefined ? undefined : dayBefore(before);
  return {
    ...(from === undefined ? {} : first ? { from: first } : { since: momentAt(from) }),
    ...(before === undefined || before > Date.now() ? {} : last ? { to: last } : { until: momentAt(before) }),
  };
}
