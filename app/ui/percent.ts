import { useCallback } from "react";
import { useFormatter } from "use-intl";

const MIN_SHOWN = 0.001;

/** A share, from 0 to 1, as every page writes it: in percent, with one digit at most; below that as less than it. */
export function usePercent(): (share: number) => string {
  const format = useFormatter();
  return useCallback(
    (share) => {
      const percent = (value: number) => format.number(value, { style: "percent", maximumFractionDigits: 1 });
      return share > 0 && share < MIN_SHOWN / 2 ? `< ${percent(MIN_SHOWN)}` : percent(share);
    },
    [format],
  );
}
