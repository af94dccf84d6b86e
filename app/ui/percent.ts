import { useCallback } from "react";
import { useLocale } from "use-intl";
import { percentIn, percentSignIn } from "@/server/core/percent";

/** Formats a share, from 0 to 1, as a percentage. */
export function usePercent(): (share: number) => string {
  const locale = useLocale();
  return useCallback((share) => percentIn(locale, share), [locale]);
}

/** Suffix of a field for percentages. */
export const usePercentSign = () => percentSignIn(useLocale());
