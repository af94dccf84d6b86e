import { eq, isNull, type SQL } from "drizzle-orm";
import { NO_COUNTRY } from "@/db/schema/scan-days";
import { scans } from "@/db/schema/scans";

/** Limits scans to a country, where one is given; `ZZ` means scans without a known country. */
export function inCountry(country: string | undefined): SQL | undefined {
  if (country === undefined) return undefined;
  return country === NO_COUNTRY ? isNull(scans.country) : eq(scans.country, country);
}
