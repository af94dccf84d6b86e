import { useCallback } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { usePercent } from "@/app/ui/percent";
import { ENOUGH_SCANS } from "@/server/core/enough-scans";
import { allOf, type Counts, fakeRate } from "./counts";

/** Formats a fake rate, or says that there are too few scans. */
export function useRateText(): (counts: Counts) => string {
  const percent = usePercent();
  const t = useTranslations("map");
  return useCallback(
    (counts) => (allOf(counts) < ENOUGH_SCANS ? t("tooFew") : percent(fakeRate(counts))),
    [percent, t],
  );
}

/** Formats a number as short as marks need it: 7.4k. */
export function useShortNumber(): (value: number) => string {
  const format = useFormatter();
  return useCallback(
    (value) => format.number(value, { notation: "compact", maximumFractionDigits: value < 10_000 ? 1 : 0 }),
    [format],
  );
}
