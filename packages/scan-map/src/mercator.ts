import { KM_PER_DEGREE, RADIANS, turnsTo } from "./sphere";
import type { Frame, Line, View } from "./view";

/** Just below the poles, which the Mercator map never reaches. */
const LAST_LATITUDE = 89.9;
/** The last latitude of web maps, where the world is a square. */
export const MERCATOR_END = 85.0511;

/** The height of a latitude on a Mercator map whose world is 1 wide. */
export function mercatorY(latitude: number): number {
  const y = Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, latitude)) * RADIANS;
  return Math.log(Math.tan(Math.PI / 4 + y / 2)) / (2 * Math.PI);
}

/** The latitude of a height. */
export function latitudeAt(height: number): number {
  return (2 * Math.atan(Math.exp(height * 2 * Math.PI)) - Math.PI / 2) / RADIANS;
}

/** The width of the whole world in pixels, for `kmPerPixel` at the given latitude. */
export function worldWidth(latitude: number, kmPerPixel: number): number {
  return (360 * KM_PER_DEGREE * Math.cos(latitude * RADIANS)) / kmPerPixel;
}

/** A Mercator map around a place; its world is `world` pixels wide. */
export function mercatorView(frame: Frame, world: number): View {
  const { width, height, anchor, longitude, latitude } = frame;
  const perDegree = world / 360;
  const left = anchor.x - longitude * perDegree;
  const equator = anchor.y + mercatorY(latitude) * world;
  const west = longitude - anchor.x / perDegree;
  const east = longitude + (width - anchor.x) / perDegree;
  const south = latitudeAt((equator - height) / world);
  const north = latitudeAt(equator / world);
  return {
    ...frame,
    kind: "mercator",
    kmPerPixel: (360 * KM_PER_DEGREE * Math.cos(latitude * RADIANS)) / world,
    project: (longitude, latitude) => ({
      x: left + (longitude + turnsTo(frame.longitude, longitude)) * perDegree,
      y: equator - mercatorY(latitude) * world,
    }),
    unproject: (x, y) => {
      const unbounded = (x - left) / perDegree;
      return { longitude: unbounded + turnsTo(0, unbounded), latitude: latitudeAt((equator - y) / world) };
    },
    turnsOf: ({ west: from, east: to, south: bottom, north: top }: Line) =>
      bottom > north || top < south
        ? []
        : [-720, -360, 0, 360, 720].filter((turn) => from + turn <= east && to + turn >= west),
    projectLine({ coordinates, heights }, turn, into) {
      const start = left + turn * perDegree;
      for (let i = 0; i < heights.length; i++) {
        into[2 * i] = start + (coordinates[2 * i] ?? 0) * perDegree;
        into[2 * i + 1] = equator - (heights[i] ?? 0) * world;
      }
    },
    bounds: { west, south, east, north },
  };
}
