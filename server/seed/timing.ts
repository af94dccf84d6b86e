import { DAY_MS, HOUR_MS } from "@/server/core/time";
import { type Chance, drawIndex, runningSums } from "./chance";
import type { Town } from "./markets";

/** The time that the demo tells of, in milliseconds: from its first scan until now. */
export interface Window {
  from: number;
  now: number;
}

/** Who scans, as far as it decides when: buyers, people at work, or buyers of counterfeits. */
export type Rhythm = "shopper" | "staff" | "burst";

/** By the hour of the local day. */
const SHOPPING_HOURS = {
  workday: [
    1, 0.5, 0.3, 0.2, 0.2, 0.4, 1.2, 2.5, 3.5, 4, 5, 6, 7.5, 7, 6, 6.2, 7, 9, 10.5, 10, 8.5, 6.5, 4, 2,
  ],
  weekend: [
    2, 1, 0.5, 0.3, 0.2, 0.2, 0.5, 1.2, 2.5, 5, 8.5, 11, 11.5, 11, 11.5, 12, 11.5, 10, 8.5, 7, 6, 5, 4, 2.8,
  ],
};
const WORKING_HOURS = [0, 0, 0, 0, 0, 0, 0.5, 3, 9, 11, 11, 10, 5, 9, 11, 10.5, 9, 5, 1.5, 0.3, 0, 0, 0, 0];
/** Few shops are open then, and no warehouse is. */
const WORK_ON_WEEKENDS = 0.12;

/** January to December: presents, sales, and holidays. */
const MONTHS = [0.86, 0.88, 0.94, 0.98, 1.04, 1, 0.92, 0.88, 1, 1.04, 1.22, 1.38];

/** How much more is scanned at the end of the window than at its beginning. */
const GROWTH = 1.7;

/** How busy an hour is for people of a rhythm. `weekday`: 0 is Sunday; `month`: 0 is January; `hour`: of the local day. */
export function busyness(
  rhythm: Rhythm,
  { weekday, month, hour }: { weekday: number; month: number; hour: number },
  weekend: readonly number[],
): number {
  const isFree = weekend.includes(weekday);
  const season = MONTHS[month] ?? 1;
  if (rhythm === "staff") return season * (WORKING_HOURS[hour] ?? 0) * (isFree ? WORK_ON_WEEKENDS : 1);
  return season * (SHOPPING_HOURS[isFree ? "weekend" : "workday"][hour] ?? 0);
}

/** How much is scanned after a part (0 to 1) of the window, by its growth alone. */
export const growthAt = (part: number) => GROWTH ** part;

const BURST_AT = 0.74;
const BURST_UP = 0.018;
const BURST_DOWN = 0.075;
const BURST_LEAST = 0.006;

/** How much a counterfeit is scanned after a part (0 to 1) of the window: hardly, then all at once, then less and less. */
export function burstAt(part: number): number {
  const apart = part - BURST_AT;
  return BURST_LEAST + Math.exp(apart < 0 ? -((apart / BURST_UP) ** 2) / 2 : -apart / BURST_DOWN);
}

/** By how much the local time of a zone is ahead of UTC at a moment, in milliseconds. */
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

/** Draws moments. */
export interface Clock {
  /** A moment within the window and not before `earliest`, when people of the rhythm are awake in the town. */
  draw(chance: Chance, rhythm: Rhythm, town: Pick<Town, "zone" | "market">, earliest: number): number;
}

/** Every hour of the window has a weight in every zone: its hour of the day, weekday and season, and the growth. */
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

/** A moment between two others when people at work in the zone are at work. */
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
