import { useCallback } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { usePercent } from "@/app/ui/percent";
import { allOf, type Counts, fakeRate, MIN_SCANS } from "./counts";

/** The fake rate of scans, or that there are too few to tell. */
export function useRateText(): (counts: Counts) => string {
  const percent = usePercent();
  const t = useTranslations("map");
  return useCallback(
    (counts) => (allOf(counts) < MIN_SCANS ? t("tooFew") : percent(fakeRate(counts))),
    [percent, t],
  );
}

/** Numbers as short as marks need them: 7.4k. */
export function useShortNumber(): (value: number) => string {
  const format = useFormatter();
  return useCallback(
    (value) => format.number(value, { notation: "compact", maximumFractionDigits: value < 10_000 ? 1 : 0 }),
    [format],
  );
}
