import { createParser, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useMemo } from "react";
import type { ListedScan } from "@/app/ui/live/live-scan";
import { REASONS } from "@/server/domain/assessments/schema";

export const VERDICTS = ["original", "fake", "unknown", "error"] as const;

export const SUSPICIONS = ["any", ...REASONS] as const;

/** Text that fits a pattern: whatever else stands in an address is as if it were not there. */
const fitting = (pattern: RegExp) =>
  createParser({ parse: (text) => (pattern.test(text) ? text : null), serialize: String });

export const DAY = /^[1-9]\d{3}-\d{2}-\d{2}$/;

/** The beginning of a day where the person is, in milliseconds; nothing for what is no day. */
function startOf(day: string | null, daysLater = 0): number | undefined {
  if (day === null) return undefined;
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const ms = new Date(year, month - 1, date + daysLater).getTime();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** `from` and `to` are days, both of them included. */
const PARSERS = {
  verdict: parseAsStringLiteral(VERDICTS),
  suspicious: parseAsStringLiteral(SUSPICIONS),
  country: fitting(/^[A-Z]{2}$/),
  item: fitting(/^[^\p{Cc}]{1,200}$/u),
  group: fitting(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  os: fitting(/^[^\p{Cc}]{1,200}$/u),
  device: fitting(/^[\w-]{1,64}$/),
  from: fitting(DAY),
  to: fitting(DAY),
};

/** The filters as they stand in the address. */
export function useScanFilters() {
  const [filters, setFilters] = useQueryStates(PARSERS, { history: "push" });
  const { verdict, suspicious, country, item, group, os, device, from, to } = filters;
  const filter = useMemo(
    () => ({
      verdict: verdict ?? undefined,
      suspicious: suspicious ?? undefined,
      country: country ?? undefined,
      item: item ?? undefined,
      group: group ?? undefined,
      os: os ?? undefined,
      device: device ?? undefined,
      from: startOf(from),
      before: startOf(to, 1),
    }),
    [verdict, suspicious, country, item, group, os, device, from, to],
  );
  const count = Object.values(filters).filter((value) => value !== null).length;
  return { filters, setFilters, filter, count };
}

export type ScanFilters = ReturnType<typeof useScanFilters>;

/** Whether a filter lets a new scan pass, as the service would; what speaks against it is not known yet. */
export function passes(filter: ScanFilters["filter"], scan: ListedScan): boolean {
  const { verdict, suspicious, country, item, group, os, device, from, before } = filter;
  const at = scan.timestamp.getTime();
  return (
    suspicious === undefined &&
    (verdict === undefined || scan.copyclassification === verdict) &&
    (country === undefined || scan.country === country) &&
    (item === undefined || scan.identifier === item) &&
    (group === undefined || scan.groupId === group) &&
    (os === undefined || scan.os === os) &&
    (device === undefined || scan.device === device) &&
    (from === undefined || at >= from) &&
    (before === undefined || at < before)
  );
}
