import { z } from "zod";
import { LATEST_MOMENT } from "@/server/core/moment";
import { DAY_MS, HOUR_MS } from "@/server/core/time";

export const MAX_DAYS = 1_100;

const WholeHour = z.number().int().min(0).max(LATEST_MOMENT).multipleOf(HOUR_MS);

/** A range of whole UTC hours in milliseconds; `before` is exclusive. */
export const StatsRange = z
  .object({ from: WholeHour, before: WholeHour })
  .refine(({ from, before }) => from < before, { path: ["before"], message: "must be later than from" })
  .refine(({ from, before }) => before - from <= MAX_DAYS * DAY_MS, `must be ${MAX_DAYS} days at most`);

export type StatsRange = z.output<typeof StatsRange>;

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A time zone by its IANA name. */
export const Zone = z.string().min(1).max(64).refine(isZone, "must be the IANA name of a time zone");

/** ISO 3166-1 alpha-2; `ZZ` for scans without a known country. */
export const StatsCountry = z.string().regex(/^[A-Z]{2}$/, "must be two capital letters");

/** The id of a group: that of the item at the time of the scan. */
export const StatsGroup = z.guid().toLowerCase();
