import { createParser } from "nuqs";
import { useMemo } from "react";
import { useAddressFilters } from "@/app/ui/address-filters";
import { matching, parseAsDay, parseAsIdOr, parseAsNothing } from "@/app/ui/address-parsers";
import { type Box, boxOf, boxText, isIn } from "@/app/ui/box";
import { parseAsChoice } from "@/app/ui/choice";
import { isCountry } from "@/app/ui/country";
import type { ListedScan } from "@/app/ui/live/live-scan";
import { VERDICTS } from "@/app/ui/verdict";
import { useZone } from "@/app/ui/zone";
import { startOfDay } from "@/app/ui/zoned-day";
import { isLetBy } from "@/server/core/choice";
import { REASONS } from "@/server/domain/assessments/schema";

export const FINDINGS = ["any", ...REASONS] as const;

/** Filter values for scans without a country or group. */
export const NO_COUNTRY = "ZZ";
export const NO_GROUP = "none";

/** Parser for fixed words, case-insensitive. */
const oneOf = <const Words extends readonly string[]>(words: Words) =>
  createParser<Words[number]>({
    parse: (text) => words.find((word) => word === text.toLowerCase()) ?? null,
    serialize: String,
  });

/** Parser for a country code, case-insensitive; `ZZ` for none. */
export const parseAsCountry = createParser<string>({
  parse: (text) => {
    const code = text.toUpperCase();
    return code === NO_COUNTRY || isCountry(code) ? code : null;
  },
  serialize: String,
});

/** Lower-case like the service's comparison, which changes ASCII letters only. */
const systemOf = (os: string) => os.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Parser for an operating system, case-insensitive. */
export const parseAsSystem = createParser({
  parse: (text) => (/^[^\p{Cc}]{1,200}$/u.test(text) ? systemOf(text) : null),
  serialize: String,
});

export const DAY = /^[1-9]\d{3}-\d{2}-\d{2}$/;

/** Start of a day in a time zone, in milliseconds; undefined without a valid day. */
export function startOf(zone: string, day: string | null, daysLater = 0): number | undefined {
  const ms = day === null ? Number.NaN : startOfDay(zone, day, daysLater);
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** UTC moment such as `2026-11-22T08:00Z`. */
const MOMENT = /^[1-9]\d{3}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d(:[0-5]\d(\.\d{3})?)?Z$/;

const momentOf = (moment: string | null): number | undefined => {
  const ms = moment === null ? Number.NaN : Date.parse(moment);
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
};

/** `from` and `to` are inclusive days; `since` and `until` are moments, for links to a part of a day. */
export const PARSERS = {
  verdict: parseAsChoice(oneOf(VERDICTS)),
  finding: parseAsChoice(oneOf(FINDINGS)),
  country: parseAsChoice(parseAsCountry),
  item: matching(/^[^\p{Cc}]{1,200}$/u),
  group: parseAsChoice(parseAsIdOr(NO_GROUP)),
  os: parseAsChoice(parseAsSystem),
  device: matching(/^[\w-]{1,64}$/),
  box: createParser<Box>({ parse: boxOf, serialize: boxText, eq: (a, b) => boxText(a) === boxText(b) }),
  from: parseAsDay,
  to: parseAsDay,
  since: matching(MOMENT),
  until: matching(MOMENT),
};

/** Parsers for the scans of all producers, which share no groups. */
export const PARSERS_OF_ALL: typeof PARSERS = { ...PARSERS, group: parseAsChoice(parseAsNothing) };

/** The later of two optional moments. */
const latest = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);

const earliest = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);

/** Scan filters, kept in the address. */
export function useScanFilters(parsers: typeof PARSERS = PARSERS) {
  const [filters, setFilters] = useAddressFilters(parsers, { history: "push" });
  const { verdict, finding, country, item, group, os, device, box, from, to, since, until } = filters;
  const zone = useZone();
  const filter = useMemo(
    () => ({
      verdict: verdict ?? undefined,
      finding: finding ?? undefined,
      country: country ?? undefined,
      item: item ?? undefined,
      group: group ?? undefined,
      os: os ?? undefined,
      device: device ?? undefined,
      box: box ?? undefined,
      from: latest(startOf(zone, from), momentOf(since)),
      before: earliest(startOf(zone, to, 1), momentOf(until)),
    }),
    [verdict, finding, country, item, group, os, device, box, from, to, since, until, zone],
  );
  const count = Object.values(filters).filter((value) => value !== null).length;
  return { filters, setFilters, filter, count };
}

export type ScanFilters = ReturnType<typeof useScanFilters>;

/** Whether a new scan matches a filter, by the service's rules; its findings are not known yet. */
export function passes(filter: ScanFilters["filter"], scan: ListedScan): boolean {
  const { verdict, finding, country, item, group, os, device, box, from, before } = filter;
  const at = scan.timestamp.getTime();
  return (
    finding === undefined &&
    isLetBy(verdict, scan.copyclassification) &&
    isLetBy(country, scan.country ?? NO_COUNTRY) &&
    (item === undefined || scan.identifier === item) &&
    isLetBy(group, scan.groupId ?? NO_GROUP) &&
    isLetBy(os, scan.os === null ? "" : systemOf(scan.os)) &&
    (device === undefined || scan.device === device) &&
    (box === undefined ||
      (scan.latitude !== null && scan.longitude !== null && isIn(box, scan.latitude, scan.longitude))) &&
    (from === undefined || at >= from) &&
    (before === undefined || at < before)
  );
}
