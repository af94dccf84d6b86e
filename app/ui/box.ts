/** Part of the map in degrees; across the antimeridian `west` is greater than `east`. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

export const WORLD: Box = { west: -180, south: -90, east: 180, north: 90 };

const DECIMALS = 5;
const clamped = (value: number, most: number) => Math.max(-most, Math.min(most, value));

/** Normalise a longitude of the endless map to -180 … 180. */
const turned = (longitude: number) =>
  longitude >= -180 && longitude <= 180 ? longitude : ((((longitude + 180) % 360) + 360) % 360) - 180;

/** Format a box for an address: west, south, east, north. */
export const boxText = ({ west, south, east, north }: Box) =>
  [west, south, east, north].map((degrees) => Number(degrees.toFixed(DECIMALS))).join();

/** Parse a box from an address; null if invalid. */
export function boxOf(text: string): Box | null {
  const degrees = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  const [west, south, east, north] = degrees;
  if (degrees.length !== 4 || west === undefined || south === undefined) return null;
  if (east === undefined || north === undefined || !degrees.every(Number.isFinite)) return null;
  const isOnEarth = Math.max(Math.abs(west), Math.abs(east)) <= 180 && south >= -90 && north <= 90;
  return isOnEarth && south <= north ? { west, south, east, north } : null;
}

/** The box between two corners on the endless map. */
export function boxBetween(west: number, south: number, east: number, north: number): Box {
  const tall = { south: clamped(south, 90), north: clamped(north, 90) };
  // A view of the whole world may be narrower by a rounding error, and its two sides are one meridian.
  if (east - west >= 360 - 10 ** -DECIMALS) return { ...tall, west: -180, east: 180 };
  return { ...tall, west: turned(west), east: turned(east) };
}

/** Whether a place lies in a box. */
export const isIn = ({ west, south, east, north }: Box, latitude: number, longitude: number) =>
  latitude >= south &&
  latitude <= north &&
  (west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east);
