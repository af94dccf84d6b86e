import { DAY_MS, HOUR_MS } from "@/server/core/time";
import { startOf } from "../p/[producer]/scans/filters";
import { floorHour, type Range } from "./preset-range";

const MAX_DAYS = 1_100;

/**
 * The range of two inclusive days, in either order, up to the current hour. Has 30 days without a first day, and the last 1,100
 * of more days; undefined without days, or if all are in the future.
 */
export function ownRange(
  from: string | null,
  to: string | null,
  now: number,
  zone: string,
): Range | undefined {
  if (from === null && to === null) return undefined;
  const [first, last] = from !== null && to !== null && from > to ? [to, from] : [from, to];
  const nextHour = floorHour(now) + HOUR_MS;
  const before = Math.min(floorHour(startOf(zone, last, 1) ?? nextHour), nextHour);
  const begin = floorHour(startOf(zone, first) ?? before - 30 * DAY_MS);
  return begin < before ? { from: Math.max(begin, before - MAX_DAYS * DAY_MS), before } : undefined;
}
