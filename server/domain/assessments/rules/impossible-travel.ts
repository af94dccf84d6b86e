import { HOUR_MS } from "@/server/core/time";
import { graded, kmBetween, placeOf } from "../facts";
import type { Session } from "../sessions";
import type { Rule } from "./rule";

/** Airliners fly at 900 km/h, and over 1,000 km/h from airport to airport only in a strong wind. */
const MAX_KMH = 1_000;
export const MIN_KM = 100;
/** Phones estimate locations from cells and networks, and both locations may be wrong. */
const LOCATION_ERROR_KM = 50;

interface Journey {
  scan: string;
  km: number;
  hours: number;
  kmh: number;
}

/** The item cannot have travelled between both places in time: at least two objects have its code. */
export const impossibleTravel: Rule<"impossible_travel"> = ({ scan, earlier = [] }) => {
  const here = placeOf(scan);
  if (!here) return undefined;
  const journeyFrom = ({ last }: Session): Journey[] => {
    const there = placeOf(last);
    // If one phone jumps, its location is wrong and the item has not moved.
    if (!there || (scan.device !== null && scan.device === last.device)) return [];
    const km = kmBetween(there, here);
    const hours = Math.abs(scan.timestamp.getTime() - last.timestamp.getTime()) / HOUR_MS;
    const isImpossible = km > MIN_KM && km - LOCATION_ERROR_KM > MAX_KMH * hours;
    return isImpossible ? [{ scan: last.id, km, hours, kmh: km / hours }] : [];
  };
  const [worst] = earlier.flatMap(journeyFrom).sort((a, b) => b.kmh - a.kmh);
  if (!worst) return undefined;
  const { hours, km, kmh } = worst;
  return {
    weight: graded(kmh, [MAX_KMH, 0.6], [10 * MAX_KMH, 0.9]),
    evidence: {
      scan: worst.scan,
      km: Math.round(km),
      hours: Number(hours.toFixed(3)),
      kmh: Number.isFinite(kmh) ? Math.round(kmh) : null,
    },
  };
};
