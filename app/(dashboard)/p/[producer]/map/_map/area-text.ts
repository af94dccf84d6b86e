import { useFormatter, useTranslations } from "use-intl";
import { MAX_NEWEST_SCANS } from "@/server/core/max-newest-scans";
import type { AreaTotals } from "./types";

/** Formats a number of scans in an area: a rough one with its sign. */
export function useCountText({ counting }: AreaTotals["here"]): (count: number) => string {
  const t = useTranslations("map.area");
  const format = useFormatter();
  return (count) => (counting.how === "rough" ? t("about", { count }) : format.number(count));
}

/** How the scans of an area were counted, where that is not exact. */
export function useCountingText(): (counting: AreaTotals["here"]["counting"]) => string | undefined {
  const t = useTranslations("map.area");
  const format = useFormatter();
  return (counting) => {
    switch (counting.how) {
      case "exact":
        return undefined;
      case "rough":
        return t("rough");
      case "newest":
        return t("newest", {
          max: MAX_NEWEST_SCANS,
          from: format.dateTime(counting.from, { dateStyle: "medium" }),
        });
    }
  };
}
