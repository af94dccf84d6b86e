import { useFormatter } from "use-intl";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/server/core/time";

const UNITS = [
  ["day", DAY_MS],
  ["hour", HOUR_MS],
  ["minute", MINUTE_MS],
] as const;

/** Formats a duration in its largest unit: "3 days". */
export function useDuration(): (ms: number) => string {
  const format = useFormatter();
  return (ms) => {
    const [unit, size] = UNITS.find(([, size]) => ms >= size) ?? UNITS[2];
    const count = Math.max(1, Math.round(ms / size));
    return format.number(count, { style: "unit", unit, unitDisplay: "long" });
  };
}
