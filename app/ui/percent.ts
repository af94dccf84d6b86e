import { useCallback } from "react";
import { useLocale } from "use-intl";
import { percentIn, percentSignIn } from "@/server/core/percent";

/** Writes a share, from 0 to 1, in percent. */
export function usePercent(): (share: number) => string {
  const locale = useLocale();
  return useCallback((share) => percentIn(locale, share), [locale]);
}

/** What stands behind a number of percent. */
export const usePercentSign = () => percentSignIn(useLocale());
