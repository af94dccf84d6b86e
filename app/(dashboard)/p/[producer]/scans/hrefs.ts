import { type ScanFilters, startOf } from "./filters";

/** The name of a filter, as the address of the list has it. */
type FilterName = keyof ScanFilters["filters"] | "producer";

/** What a link narrows the list of scans to; what is empty narrows nothing. */
export type Narrowing = Partial<Record<FilterName, string | null | undefined>>;

/** Leads to the scans that a link means. */
export function scansHref(narrowing: Narrowing, page = "/scans"): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(narrowing)) if (value) query.set(name, value);
  return query.size > 0 ? `${page}?${query}` : page;
}

/** From one moment to before another one, in milliseconds. */
interface Times {
  from?: number | undefined;
  before?: number | undefined;
}

/** The day that begins at a moment where the person is; nothing where none does. */
function dayAt(ms: number): string | undefined {
  const date = new Date(ms);
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return startOf(day) === ms ? day : undefined;
}

/** The last day before a moment at which a day begins where the person is; nothing where none does. */
function dayBefore(ms: number): string | undefined {
  const noon = new Date(ms - 43_200_000);
  return dayAt(ms) && dayAt(new Date(noon.getFullYear(), noon.getMonth(), noon.getDate()).getTime());
}

const momentAt = (ms: number) => new Date(ms).toISOString().replace(/(:00)?\.000Z$/, "Z");

/** A time as days where the person is, or as moments where it is none of those; what lies ahead is left open. */
export function timesOf({ from, before }: Times): Narrowing {
  const first = from === undefined ? undefined : dayAt(from);
  const last = before === undefined ? undefined : dayBefore(before);
  return {
    ...(from === undefined ? {} : first ? { from: first } : { since: momentAt(from) }),
    ...(before === undefined || before > Date.now() ? {} : last ? { to: last } : { until: momentAt(before) }),
  };
}
