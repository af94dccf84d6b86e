import type { ScanReason } from "@/db/schema/assessments";
import type { Scan } from "@/db/schema/scans";
import type { ItemFacts, ScanFacts } from "./facts";

/** Latitude, longitude, country; null if the scanner sent none. */
type Where = readonly [latitude: number | null, longitude: number | null, country: string | null];

export const BERLIN = [52.52, 13.405, "DE"] as const;
export const NEXT_DOOR = [52.5203, 13.4061, "DE"] as const;
export const HAMBURG = [53.55, 9.993, "DE"] as const;
export const NAPLES = [40.853, 14.267, "IT"] as const;
export const NEW_YORK = [40.641, -73.778, "US"] as const;
export const TOKYO = [35.55, 139.78, "JP"] as const;
const SYDNEY = [-33.94, 151.18, "AU"] as const;
/** Fiji and Samoa, on both sides of the date line: 340 km from each other. */
export const TAVEUNI = [-16.8, -179.97, "FJ"] as const;
export const SUVA = [-18.14, 178.44, "FJ"] as const;
/** Opposite meridians, 89 km from each other over the pole. */
export const OVER_THE_POLE = [89.6, 0, null] as const;
export const BEHIND_THE_POLE = [89.6, 180, null] as const;
export const NOWHERE = [null, null, null] as const;
export const SOMEWHERE_IN_GERMANY = [null, null, "DE"] as const;
export const SOMEWHERE_IN_JAPAN = [null, null, "JP"] as const;

type GoldenScan = [when: string, device: string | null, where: Where, said?: Scan["copyclassification"]];

/** Parses `3 10:00` (the third day, at ten), `10:00` or `10:00:05.5`. Milliseconds. */
function momentOf(when: string): number {
  const [, day = "1", hours = "0", minutes = "0", seconds = "0"] =
    /^(?:(\d+) )?(\d+):(\d+)(?::([\d.]+))?$/.exec(when) ?? [];
  return Date.UTC(2026, 2, Number(day), Number(hours), Number(minutes)) + Number(seconds) * 1_000;
}

const scanOf = (
  [when, device, [latitude, longitude, country], said = "unknown"]: GoldenScan,
  n: number,
): ScanFacts => ({
  id: `scan-${n}`,
  timestamp: new Date(momentOf(when)),
  copyclassification: said,
  latitude,
  longitude,
  country,
  os: "ios",
  device,
});

export interface GoldenCase {
  name: string;
  /** In time order. */
  scans: ScanFacts[];
  /** Findings by index into `scans`; all other scans have none. */
  raised: Record<number, ScanReason[]>;
  item: ItemFacts;
}

export const golden = (
  name: string,
  rows: readonly GoldenScan[],
  raised: GoldenCase["raised"] = {},
  { invalidated, stolen, markets }: { invalidated?: string; stolen?: string; markets?: unknown } = {},
): GoldenCase => ({
  name,
  scans: rows.map(scanOf),
  raised,
  item: {
    invalidatedAt: invalidated ? new Date(momentOf(invalidated)) : null,
    stolenAt: stolen ? new Date(momentOf(stolen)) : null,
    markets,
  },
});

/** `count` scans, each built from its number. */
export const many = (count: number, build: (n: number) => GoldenScan): GoldenScan[] =>
  Array.from({ length: count }, (_, n) => build(n));
/** The time `minutes` minutes after ten. */
export const later = (minutes: number) =>
  `${10 + Math.floor(minutes / 60)}:${Math.floor(minutes % 60)}:${Math.round((minutes % 1) * 60)}`;

const TOWNS = [BERLIN, HAMBURG, NAPLES, NEW_YORK, TOKYO, SYDNEY] as const;
export const townOf = (n: number) => TOWNS[n % TOWNS.length] ?? BERLIN;
export const MOVED = ["impossible_travel"] as const satisfies ScanReason[];
export const from = (first: number, count: number, reasons: ScanReason[]) =>
  Object.fromEntries(Array.from({ length: count - first }, (_, n) => [first + n, reasons]));
