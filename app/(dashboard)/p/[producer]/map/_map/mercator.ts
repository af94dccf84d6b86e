import { type Box, boxBetween } from "@/app/ui/box";

const RADIANS = Math.PI / 180;
/** Latitude limit of web maps, at which the world is a square. */
const MAX_LATITUDE = 85.051129;
/** Width of the world at zoom 0, in pixels. */
export const TILE = 512;

/** Distance of a place from the upper left corner, on a map where the world has width 1. */
export const across = (longitude: number) => (longitude + 180) / 360;
export const down = (latitude: number) =>
  (1 - Math.asinh(Math.tan(Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude)) * RADIANS)) / Math.PI) /
  2;

const longitudeAt = (x: number) => x * 360 - 180;
const latitudeAt = (y: number) => Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) / RADIANS;

/** Area of a tile. The outermost tiles reach to the poles, as their counts do. */
export function tileBox(level: number, x: number, y: number): Box {
  const size = 2 ** level;
  return {
    west: longitudeAt(x / size),
    east: longitudeAt((x + 1) / size),
    north: y === 0 ? 90 : latitudeAt(y / size),
    south: y === size - 1 ? -90 : latitudeAt((y + 1) / size),
  };
}

/** Boxes snap to this fraction of a tile's width, so that small moves need no request. */
const PARTS = 2;

/** A box slightly larger than a view, equal for views that are close together. */
export function boxAround(west: number, south: number, east: number, north: number, zoom: number): Box {
  const parts = PARTS * 2 ** zoom;
  const before = (value: number) => Math.floor(value * parts) / parts;
  const after = (value: number) => Math.ceil(value * parts) / parts;
  const [top, bottom] = [Math.max(0, before(down(north))), Math.min(1, after(down(south)))];
  return boxBetween(
    longitudeAt(before(across(west))),
    bottom >= 1 ? -90 : latitudeAt(bottom),
    longitudeAt(after(across(east))),
    top <= 0 ? 90 : latitudeAt(top),
  );
}
