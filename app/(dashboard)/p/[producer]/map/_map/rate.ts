import { useCallback } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { allOf, type Counts, fakeRate, LEAST_SCANS } from "./counts";

/** A part of a whole in per cent, in words short enough for a mark. */
export function usePercent(): (part: number) => string {
  const format = useFormatter();
  return useCallback(
    (part) =>
      format.number(part, { style: "percent", maximumFractionDigits: part > 0 && part < 0.1 ? 1 : 0 }),
    [format],
  );
}

/** The fake rate of scans, or that there are too few to tell. */
export function useRateText(): (counts: Counts) => string {
  const percent = usePercent();
  const t = useTranslations("map");
  return useCallback(
    (counts) => (allOf(counts) < LEAST_SCANS ? t("tooFew") : percent(fakeRate(counts))),
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
