import type { ShownItem } from "@/server/web/verify/shown-item";
import type { PageWords } from "./page-words";

type Past = ShownItem["past"];

/** From these counts upwards an item is hardly new: shops and their customers scan less often. */
const MIN_UNUSUAL_SCANS = 10;
const MIN_UNUSUAL_COUNTRIES = 3;

/** What is unusual about the past scans of an item. */
export function unusualIn({ count, countries }: Pick<Past, "count" | "countries">) {
  if (countries >= MIN_UNUSUAL_COUNTRIES) return "farApart";
  return count >= MIN_UNUSUAL_SCANS ? "often" : undefined;
}

/** Number and start of the past scans, by month and country; nothing about people. */
export function pastInWords({ t, format }: PageWords, past: Past, isScan: boolean): string {
  const { count, hasMore, first } = past;
  if (!first) return t(isScan ? "past.first" : "past.none");
  const month = format.dateTime(first.at, { month: "long", year: "numeric" });
  if (first.country === null) return t(hasMore ? "past.more" : "past.before", { count, month });
  const country = format.displayName(first.country, { type: "region" }) ?? first.country;
  return t(hasMore ? "past.moreIn" : "past.beforeIn", { count, month, country });
}
