import { useFormatter, useTranslations } from "use-intl";
import { useNowRoughly } from "@/app/ui/moment";
import { isPartial } from "./partial";
import type { Bar, Trend } from "./types";

const HALF_DAY_MS = 43_200_000;
function useWholeName({ unit }: Pick<Trend, "unit">) {
  const format = useFormatter();
  const date = (ms: number) => format.dateTime(new Date(ms), { day: "numeric", month: "short" });
  if (unit === "hour") {
    const time = { hour: "2-digit", minute: "2-digit" } as const;
    return {
      short: ({ from }: Bar) => format.dateTime(new Date(from), time),
      long: ({ from, before }: Bar) =>
        `${format.dateTime(new Date(from), { day: "numeric", month: "short", ...time })} – ${format.dateTime(new Date(before), time)}`,
    };
  }
  if (unit === "day") {
    // In time zones with half-hour offsets a bar starts shortly before its day; the middle is safe.
    const middle = ({ from, before }: Bar) => Math.min(from + HALF_DAY_MS, before - 1);
    return {
      short: (bar: Bar) => date(middle(bar)),
      long: (bar: Bar) =>
        format.dateTime(new Date(middle(bar)), {
          weekday: "short",
          day: "numeric",
          month: "long",
          year: "numeric",
        }),
    };
  }
  return {
    short: ({ from }: Bar) => date(from),
    long: ({ from, before }: Bar) => `${date(from)} – ${date(before - 1)}`,
  };
}

/** Names of bars: short for the axis, and in full; the full name says if the bar is partial. */
export function useBarName(trend: Pick<Trend, "unit">) {
  const t = useTranslations("overview.trend");
  const now = useNowRoughly();
  const { short, long } = useWholeName(trend);
  return {
    short,
    isPartial: (bar: Bar) => isPartial(trend, bar, now),
    long: (bar: Bar) => (isPartial(trend, bar, now) ? t("partial", { bar: long(bar) }) : long(bar)),
  };
}
