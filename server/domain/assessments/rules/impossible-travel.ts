import { HOUR_MS } from "@/server/core/time";
import { graded, kmBetween, placeOf } from "../facts";
import type { Session } from "../sessions";
import type { Rule } from "./rule";

/** Airliners make 900 km/h, and over 1,000 from airport to airport only in a strong wind. */
const FASTEST_KMH = 1_000;
const FEWEST_KM = 100;
/** Phones guess places by cells and networks, and both may be wrong. */
const GUESSED_KM = 50;

interface Journey {
  scan: string;
  km: number;
  hours: number;
  kmh: number;
}

/** The item would have had to be faster than any transport to be at both places: there are two of it, or more. */
export const impossibleTravel: Rule<"impossible_travel"> = ({ scan, earlier = [] }) => {
  const here = placeOf(scan);
  if (!here) return undefined;
  const journeyFrom = ({ last }: Session): Journey[] => {
    const there = placeOf(last);
    // A phone that jumps has a wrong place, not the item.
    if (!there || (scan.device !== null && scan.device === last.device)) return [];
    const km = kmBetween(there, here);
    const hours = Math.abs(scan.timestamp.getTime() - last.timestamp.getTime()) / HOUR_MS;
    const isImpossible = km > FEWEST_KM && km - GUESSED_KM > FASTEST_KMH * hours;
    return isImpossible ? [{ scan: last.id, km, hours, kmh: km / hours }] : [];
  };
  const [worst] = earlier.flatMap(journeyFrom).sort((a, b) => b.kmh - a.kmh);
  if (!worst) return undefined;
  const { hours, km, kmh } = worst;
  return {
    weight: graded(kmh, [FASTEST_KMH, 0.6], [10 * FASTEST_KMH, 0.9]),
    evidence: {
      scan: worst.scan,
      km: Math.round(km),
      hours: Number(hours.toFixed(3)),
      kmh: Number.isFinite(kmh) ? Math.round(kmh) : null,
    },
  };
};
