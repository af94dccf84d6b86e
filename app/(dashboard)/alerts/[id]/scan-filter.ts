import type { inferRouterInputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";
import type { AlertCondition } from "../types";

/** What lists of scans are narrowed to, by the scans behind an alert. */
export type ScanFilterOf = NonNullable<inferRouterInputs<AppRouter>["scans"]["list"]["filter"]>;

/** The country or group that a condition is about alone. */
export function narrowedBy(condition: AlertCondition): Pick<ScanFilterOf, "country" | "group"> {
  return condition.kind === "fakeRate" && condition.of ? condition.of : {};
}

const two = (number: number) => String(number).padStart(2, "0");

/** The day of a moment where the person is, as the page of scans takes it. */
const dayOf = (ms: number) => {
  const date = new Date(ms);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** The search of the page of all scans, which is narrowed by whole days. */
export function searchOf({ verdict, suspicious, country, group, from, before }: ScanFilterOf): string {
  const search = new URLSearchParams();
  if (verdict) search.set("verdict", verdict);
  if (suspicious) search.set("suspicious", suspicious);
  if (country) search.set("country", country);
  if (group) search.set("group", group);
  if (from !== undefined) search.set("from", dayOf(from));
  if (before !== undefined) search.set("to", dayOf(before - 1));
  return search.toString();
}
