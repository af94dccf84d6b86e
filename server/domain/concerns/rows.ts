import type { ConcernKind } from "@/server/core/concerns";
import { DAY_MS } from "@/server/core/time";
import { MAX } from "@/server/domain/cases/schema";
import type { StatsRange } from "@/server/domain/stats/schema";
import { beginningOf, QUIET_DAYS } from "./began";
import type { Found } from "./concern";
import { countsByDay, firstDayOf, SHOWN_DAYS } from "./days";

/** The time of the oldest of some rows, the newest first; undefined where fewer than the limit were found. */
export const examinedFrom = (rows: readonly { at: number }[], limit: number): number | undefined =>
  rows.length < limit ? undefined : rows.at(-1)?.at;

/** A scan, sighting or report behind a concern. */
export interface Row {
  /** What a case would link. */
  ref: string;
  /** Milliseconds. */
  at: number;
  country: string | null;
  /** The item or the unregistered code. */
  thing: string;
}

/** A value that at least half of the rows have. */
export function mostOf<T>(values: readonly (T | null)[]): T | null {
  const counts = new Map<T, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
  return most && most[1] * 2 >= values.length ? most[0] : null;
}

export const distinct = (values: readonly string[]): string[] => [...new Set(values)];

interface OfRows {
  kind: ConcernKind;
  link: Found["links"]["kind"];
  /** The rows of the shown days, the newest first. */
  rows: Row[];
  /** The time of the oldest row that was examined; undefined where there are no older ones in the shown days. */
  examinedFrom: number | undefined;
  span: StatsRange;
}

/** The concern of some rows; undefined where fewer than `minimum` are in the span. */
export function concernOf(
  { kind, link, rows, examinedFrom, span }: OfRows,
  minimum: number,
): Found | undefined {
  const now = rows.filter(({ at }) => at >= span.from);
  if (now.length < minimum) return undefined;
  const first = firstDayOf(span, SHOWN_DAYS);
  const moments = rows.map(({ at }) => at);
  const days = countsByDay(moments, first, SHOWN_DAYS);
  const began = beginningOf(days, (from, to) =>
    days.slice(from, to + 1).reduce((sum, count) => sum + count, 0),
  );
  const since = first + began.day * DAY_MS;
  return {
    key: kind,
    kind,
    count: now.length,
    rate: null,
    country: mostOf(now.map(({ country }) => country)),
    group: null,
    things: distinct(now.map(({ thing }) => thing)).length,
    isCut: examinedFrom !== undefined && examinedFrom >= span.from,
    since,
    isOlder: began.isOlder || (examinedFrom !== undefined && examinedFrom > since - QUIET_DAYS * DAY_MS),
    days,
    links: { kind: link, refs: distinct(now.map(({ ref }) => ref)).slice(0, MAX.linksAtOnce) },
  };
}
