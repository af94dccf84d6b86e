import { createParser, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useMemo } from "react";
import type { ListedScan } from "@/app/ui/live/live-scan";

export const VERDICTS = ["original", "fake", "unknown", "error"] as const;

/** Text that fits a pattern: whatever else stands in an address is as if it were not there. */
export const fitting = (pattern: RegExp) =>
  createParser({ parse: (text) => (pattern.test(text) ? text : null), serialize: String });

/** Stand for scans of which there is none. */
export const NO_COUNTRY = "ZZ";
export const NO_GROUP = "none";

export const DAY = /^[1-9]\d{3}-\d{2}-\d{2}$/;

/** The beginning of a day where the person is, in milliseconds; nothing for what is no day. */
export function startOf(day: string | null, daysLater = 0): number | undefined {
  if (day === null) return undefined;
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const ms = new Date(year, month - 1, date + daysLater).getTime();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** A whole hour of UTC, such as `2026-11-22T08:00Z`. */
const HOUR = /^[1-9]\d{3}-[01]\d-[0-3]\dT[0-2]\d:00Z$/;

const hourOf = (hour: string | null): number | undefined => {
  const ms = hour === null ? Number.NaN : Date.parse(hour);
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
};

/** `from` and `to` are days, both of them included; `since` and `until` are hours, where a link means a part of a day. */
const PARSERS = {
  verdict: parseAsStringLiteral(VERDICTS),
  country: fitting(/^[A-Z]{2}$/),
  item: fitting(/^[^\p{Cc}]{1,200}$/u),
  group: fitting(/^(none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/),
  os: fitting(/^[^\p{Cc}]{1,200}$/u),
  device: fitting(/^[\w-]{1,64}$/),
  from: fitting(DAY),
  to: fitting(DAY),
  since: fitting(HOUR),
  until: fitting(HOUR),
};

/** The later of two, where there are two. */
const latest = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);

const earliest = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);

/** The filters as they stand in the address. */
export function useScanFilters() {
  const [filters, setFilters] = useQueryStates(PARSERS, { history: "push" });
  const { verdict, country, item, group, os, device, from, to, since, until } = filters;
  const filter = useMemo(
    () => ({
      verdict: verdict ?? undefined,
      country: country ?? undefined,
      item: item ?? undefined,
      group: group ?? undefined,
      os: os ?? undefined,
      device: device ?? undefined,
      from: latest(startOf(from), hourOf(since)),
      before: earliest(startOf(to, 1), hourOf(until)),
    }),
    [verdict, country, item, group, os, device, from, to, since, until],
  );
  const count = Object.values(filters).filter((value) => value !== null).length;
  return { filters, setFilters, filter, count };
}

export type ScanFilters = ReturnType<typeof useScanFilters>;

/** Whether a filter lets a new scan pass, as the service would. */
export function passes(filter: ScanFilters["filter"], scan: ListedScan): boolean {
  const { verdict, country, item, group, os, device, from, before } = filter;
  const at = scan.timestamp.getTime();
  return (
    (verdict === undefined || scan.copyclassification === verdict) &&
    (country === undefined || (scan.country ?? NO_COUNTRY) === country) &&
    (item === undefined || scan.identifier === item) &&
    (group === undefined || (scan.groupId ?? NO_GROUP) === group) &&
    (os === undefined || scan.os === os) &&
    (device === undefined || scan.device === device) &&
    (from === undefined || at >= from) &&
    (before === undefined || at < before)
  );
}
