import { startOf } from "../scans/filters";
import type { Range } from "./range";

const DAY_MS = 86_400_000;

/** The day that begins at a moment where the person is; nothing where none does. */
function dayAt(ms: number): string | undefined {
  const date = new Date(ms);
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return startOf(day) === ms ? day : undefined;
}

const hourAt = (ms: number) => `${new Date(ms).toISOString().slice(0, 16)}Z`;

/** The days or hours of a range, as the list of scans names them; what lies ahead is left open. */
function timesOf({ from, before }: Range, now: number): Record<string, string> {
  const first = dayAt(from);
  const last = dayAt(before) && dayAt(startOfDay(before - DAY_MS / 2));
  return {
    ...(first ? { from: first } : { since: hourAt(from) }),
    ...(before > now ? {} : last ? { to: last } : { until: hourAt(before) }),
  };
}

function startOfDay(ms: number): number {
  const date = new Date(ms);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** What a figure counts, of a range. */
export type Counted = Partial<Record<"verdict" | "country" | "group" | "os" | "item", string | undefined>>;

/** Leads to the scans that a figure counts. */
export function scansHref(page: string, range: Range, counted: Counted): string {
  const query = new URLSearchParams(timesOf(range, Date.now()));
  for (const [name, value] of Object.entries(counted)) if (value) query.set(name, value);
  return `${page}?${query}`;
}
