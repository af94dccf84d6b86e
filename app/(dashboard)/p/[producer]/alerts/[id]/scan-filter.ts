import type { inferRouterInputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";
import { scansHref, timesOf } from "../../scans/hrefs";
import type { AlertCondition } from "../types";

/** What lists of scans are narrowed to, by the scans behind an alert. */
export type ScanFilterOf = NonNullable<inferRouterInputs<AppRouter>["scans"]["list"]["filter"]>;

/** The country or group that a condition is about alone. */
export function narrowedBy(condition: AlertCondition): Pick<ScanFilterOf, "country" | "group"> {
  return condition.kind === "fakeRate" && condition.of ? condition.of : {};
}

/** Leads to the page of all scans, narrowed alike. */
export const hrefOf = ({ verdict, suspicious, country, group, from, before }: ScanFilterOf): string =>
  scansHref({ verdict, suspicious, country, group, ...timesOf({ from, before }) });
