import { DAY_MS } from "@/server/core/time";
import type { Days } from "./map-query";

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const monthOf = (ms: number, plus = 0) => {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + plus);
};

/** Splits a range of days into whole months, named by their first days, and the days before and after them. */
export function wholeMonths({ from, to }: Days): { months: Days | undefined; rest: Days[] } {
  const [first, end] = [Date.parse(from), Date.parse(to) + DAY_MS];
  const firstMonth = monthOf(first - DAY_MS, 1);
  const endOfMonths = monthOf(end);
  if (firstMonth >= endOfMonths) return { months: undefined, rest: [{ from, to }] };
  const rest: Days[] = [];
  if (first < firstMonth) rest.push({ from, to: dayOf(firstMonth - DAY_MS) });
  if (endOfMonths < end) rest.push({ from: dayOf(endOfMonths), to });
  return { months: { from: dayOf(firstMonth), to: dayOf(monthOf(endOfMonths, -1)) }, rest };
}
