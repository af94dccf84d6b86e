import type { inferRouterInputs } from "@trpc/server";
import type { AppRouter } from "@/server/trpc/root";
import { useTimedScansHref } from "../../scans/hrefs";
import type { AlertCondition } from "../types";

/** Filter that reduces a list of scans to the evidence of an alert. */
export type ScanFilterOf = NonNullable<inferRouterInputs<AppRouter>["scans"]["list"]["filter"]>;

/** The country or group that a condition is limited to. */
export function narrowedBy(condition: AlertCondition): Pick<ScanFilterOf, "country" | "group"> {
  return condition.kind === "fakeRate" && condition.of ? condition.of : {};
}

/** Link to the list of scans with the same filter. */
export const useFilterHref = ({ verdict, suspicious, country, group, from, before }: ScanFilterOf): string =>
  useTimedScansHref()({ from, before }, { verdict, suspicious, country, group });
