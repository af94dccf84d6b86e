import type { inferRouterOutputs } from "@trpc/server";
import { useFormatter } from "use-intl";
import type { AppRouter } from "@/server/trpc/root";

export type Trend = inferRouterOutputs<AppRouter>["stats"]["trend"];
export type Bar = Trend["bars"][number];

const HALF_DAY_MS = 43_200_000;

/** Names bars for an axis, and in full. */
export function useBarName({ unit }: Pick<Trend, "unit">) {
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
    // Where days begin at half an hour, a bar begins a little before its day.
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
