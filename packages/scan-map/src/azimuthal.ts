import { KM_PER_DEGREE, RADIANS, turnsTo } from "./sphere";
import type { Frame, Line, View } from "./view";

/** An azimuthal equidistant map around a place: distances and directions from it are true, even at a pole. */
export function azimuthalView(frame: Frame, kmPerPixel: number): View {
  const { width, height, anchor, longitude, latitude } = frame;
  const perRadian = KM_PER_DEGREE / RADIANS / kmPerPixel;
  const sin0 = Math.sin(latitude * RADIANS);
  const cos0 = Math.cos(latitude * RADIANS);
  const farthest = Math.hypot(Math.max(anchor.x, width - anchor.x), Math.max(anchor.y, height - anchor.y));
  const reach = farthest / perRadian / RADIANS;

  const projectInto = (longitudeHere: number, latitudeHere: number, into: Float64Array, at: number) => {
    const sin = Math.sin(latitudeHere * RADIANS);
    const cos = Math.cos(latitudeHere * RADIANS);
    const turn = (longitudeHere - longitude) * RADIANS;
    const cosTurn = Math.cos(turn);
    const towards = sin0 * sin + cos0 * cos * cosTurn;
    const east = cos * Math.sin(turn);
    const north = cos0 * sin - sin0 * cos * cosTurn;
    const across = Math.hypot(east, north);
    const stretch = across < 1e-12 ? perRadian : (perRadian * Math.atan2(across, towards)) / across;
    into[at] = anchor.x + stretch * east;
    into[at + 1] = anchor.y - stretch * north;
  };
  const point = new Float64Array(2);
  return {
    ...frame,
    kind: "azimuthal",
    kmPerPixel,
    project(longitude, latitude) {
      projectInto(longitude, latitude, point, 0);
      return { x: point[0] ?? 0, y: point[1] ?? 0 };
    },
    unproject(x, y) {
      const east = (x - anchor.x) / perRadian;
      const north = (anchor.y - y) / perRadian;
      const across = Math.hypot(east, north);
      if (across < 1e-12) return { longitude, latitude };
      const sin = Math.sin(across);
      const cos = Math.cos(across);
      const turn = Math.atan2(east * sin, across * cos0 * cos - north * sin0 * sin) / RADIANS;
      return {
        longitude: longitude + turn + turnsTo(0, longitude + turn),
        latitude: Math.asin(Math.max(-1, Math.min(1, cos * sin0 + (north * sin * cos0) / across))) / RADIANS,
      };
    },
    turnsOf: ({ south, north }: Line) => (south > latitude + reach || north < latitude - reach ? [] : [0]),
    projectLine({ coordinates }, _, into) {
      for (let i = 0; i < coordinates.length; i += 2) {
        projectInto(coordinates[i] ?? 0, coordinates[i + 1] ?? 0, into, i);
      }
    },
    bounds: { west: -180, south: latitude - reach, east: 180, north: latitude + reach },
  };
}
