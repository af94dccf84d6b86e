import { type Chance, drawIndex, runningSums } from "./chance";
import type { Town } from "./markets";
import { DAY_MS, HOUR_MS } from "./time";

/** The time range of the demo's scans, in milliseconds. */
export interface Window {
  from: number;
  now: number;
}

/** The daily pattern of a group of people: buyers, staff, or buyers of counterfeits. */
export type Rhythm = "shopper" | "staff" | "burst";

/** Weights by local hour. */
const SHOPPING_HOURS = {
  workday: [
    1, 0.5, 0.3, 0.2, 0.2, 0.4, 1.2, 2.5, 3.5, 4, 5, 6, 7.5, 7, 6, 6.2, 7, 9, 10.5, 10, 8.5, 6.5, 4, 2,
  ],
  weekend: [
    2, 1, 0.5, 0.3, 0.2, 0.2, 0.5, 1.2, 2.5, 5, 8.5, 11, 11.5, 11, 11.5, 12, 11.5, 10, 8.5, 7, 6, 5, 4, 2.8,
  ],
};
const WORKING_HOURS = [0, 0, 0, 0, 0, 0, 0.5, 3, 9, 11, 11, 10, 5, 9, 11, 10.5, 9, 5, 1.5, 0.3, 0, 0, 0, 0];
/** On weekends few shops and no warehouses are open. */
const WEEKEND_WORK_SHARE = 0.12;

/** Seasonal weights, January to December: gifts, sales and holidays. */
const MONTHS = [0.86, 0.88, 0.94, 0.98, 1.04, 1, 0.92, 0.88, 1, 1.04, 1.22, 1.38];

/** Ratio of the scan rate at the window's end to that at its start. */
const GROWTH = 1.7;

/** Returns the weight of an hour for a rhythm. `weekday` 0 is Sunday, `month` 0 is January, `hour` is local. */
export function busyness(
  rhythm: Rhythm,
  { weekday, month, hour }: { weekday: number; month: number; hour: number },
  weekend: readonly number[],
): number {
  const isFree = weekend.includes(weekday);
  const season = MONTHS[month] ?? 1;
  if (rhythm === "staff") return season * (WORKING_HOURS[hour] ?? 0) * (isFree ? WEEKEND_WORK_SHARE : 1);
  return season * (SHOPPING_HOURS[isFree ? "weekend" : "workday"][hour] ?? 0);
}

/** Growth factor of the scan rate at a part (0 to 1) of the window. */
export const growthAt = (part: number) => GROWTH ** part;

const BURST_AT = 0.74;
const BURST_UP = 0.018;
const BURST_DOWN = 0.075;
const MIN_BURST = 0.006;

/** Scan rate of counterfeits at a part (0 to 1) of the window: almost none, a sudden burst, then a decay. */
export function burstAt(part: number): number {
  const apart = part - BURST_AT;
  return MIN_BURST + Math.exp(apart < 0 ? -((apart / BURST_UP) ** 2) / 2 : -apart / BURST_DOWN);
}

/** Returns the offset of a time zone from UTC at a time, in milliseconds. */
export function zoneOffsetMs(zone: string, at: number): number {
  const parts = zoneFormat(zone).formatToParts(at);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = "0", minutes = "0"] = name.match(/([+-])(\d+):(\d+)/) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * 60_000);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function zoneFormat(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
    formats.set(zone, format);
  }
  return format;
}

/** Draws scan times. */
export interface Clock {
  /** Draws a time within the window, not before `earliest`, weighted by the rhythm's local hours in the town. */
  draw(chance: Chance, rhythm: Rhythm, town: Pick<Town, "zone" | "market">, earliest: number): number;
}

/** Builds a clock that weighs each hour of the window per zone: hour, weekday, season, growth and daily noise. */
export function clockOf({ from, now }: Window, weather: Chance): Clock {
  const hours = Math.ceil((now - from) / HOUR_MS);
  const ofDay = Array.from({ length: Math.ceil(hours / 24) + 2 }, () => 1 + 0.09 * weather.normal());
  const tables = new Map<string, Float64Array>();

  function table(rhythm: Rhythm, { zone, market }: Pick<Town, "zone" | "market">): Float64Array {
    const key = `${rhythm} ${zone} ${market.weekend}`;
    let sums = tables.get(key);
    if (sums) return sums;
    let offset = 0;
    sums = runningSums(
      Array.from({ length: hours }, (_, i) => {
        const at = from + i * HOUR_MS;
        if (i % 24 === 0) offset = zoneOffsetMs(zone, at);
        const local = new Date(at + offset);
        const day = { weekday: local.getUTCDay(), month: local.getUTCMonth(), hour: local.getUTCHours() };
        const part = (at - from) / (now - from);
        const lasts = Math.min(1, (now - at) / HOUR_MS);
        const trend = rhythm === "burst" ? burstAt(part) : growthAt(part);
        const luck = ofDay[Math.floor((at + offset - from + DAY_MS) / DAY_MS)] ?? 1;
        return busyness(rhythm, day, market.weekend) * trend * luck * lasts;
      }),
    );
    tables.set(key, sums);
    return sums;
  }

  return {
    draw(chance, rhythm, town, earliest) {
      const first = Math.max(0, Math.floor((earliest - from) / HOUR_MS));
      const hour = drawIndex(chance, table(rhythm, town), Math.min(first, hours - 1));
      const begins = Math.max(from + hour * HOUR_MS, earliest);
      const ends = Math.min(from + (hour + 1) * HOUR_MS, now);
      return Math.floor(chance.between(begins, Math.max(begins, ends)));
    },
  };
}

/** Draws a time between two others within the zone's working hours. */
export function workingMoment(
  chance: Chance,
  { zone, market }: Pick<Town, "zone" | "market">,
  earliest: number,
  latest: number,
): number {
  let at = earliest;
  for (let i = 0; i < 40; i++) {
    at = Math.floor(chance.between(earliest, latest));
    const local = new Date(at + zoneOffsetMs(zone, at));
    const hour = local.getUTCHours();
    if (!market.weekend.includes(local.getUTCDay()) && hour >= 8 && hour < 17) return at;
  }
  return at;
}
