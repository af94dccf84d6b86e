import { choiceText } from "@/app/ui/choice";
import { useTimedScansHref } from "../../scans/hrefs";
import type { ScanFilter } from "../../scans/types";
import type { AlertCondition } from "../types";

/** The country or group that a condition is limited to. */
export function narrowedBy(condition: AlertCondition): Pick<ScanFilter, "country" | "group"> {
  return condition.kind === "fakeRate" && condition.of ? condition.of : {};
}

/** Link to the list of scans with the same filter. */
export const useFilterHref = ({ verdict, finding, country, group, from, before }: ScanFilter): string =>
  useTimedScansHref()(
    { from, before },
    {
      verdict: verdict && choiceText(verdict),
      finding: finding && choiceText(finding),
      country: country && choiceText(country),
      group: group && choiceText(group),
    },
  );
