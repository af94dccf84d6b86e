import { useFormatter, useTranslations } from "use-intl";
import type { AreaTotals } from "./types";

/** The service reads as many rows where it cannot count them all. */
export const MAX_READ = 20_000;

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
        return t("newest", { max: MAX_READ, from: format.dateTime(counting.from, { dateStyle: "medium" }) });
    }
  };
}
