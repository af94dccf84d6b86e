import { latitudeAt, mercatorView, mercatorY, worldWidth } from "./mercator";
import type { PlacesMap } from "./options";
import type { View } from "./view";

/** Pixels between the outer marks and the edge. */
const MARGIN = 48;
/** Places of one street still show their town. */
const MIN_KM_PER_PIXEL = 0.05;

/** The middle and the width in degrees of the shortest arc with all longitudes, which may cross the antimeridian. */
export function arcOf(longitudes: readonly number[]): { middle: number; degrees: number } {
  const sorted = longitudes.toSorted((a, b) => a - b);
  let [widest, from] = [-1, 0];
  for (const [i, longitude] of sorted.entries()) {
    const next = sorted[i + 1] ?? (sorted[0] ?? 0) + 360;
    if (next - longitude > widest) [widest, from] = [next - longitude, next];
  }
  const degrees = 360 - widest;
  return { middle: ((from + degrees / 2 + 540) % 360) - 180, degrees };
}

/** A Mercator map that shows all places, as near as they permit. */
export function viewOfPlaces({ places, width, height }: PlacesMap): View {
  const { middle, degrees } = arcOf(places.map(({ longitude }) => longitude));
  const heights = places.map(({ latitude }) => mercatorY(latitude));
  const [bottom, top] = [Math.min(...heights), Math.max(...heights)];
  const latitude = latitudeAt((bottom + top) / 2);
  const world = Math.min(
    (width - 2 * MARGIN) / Math.max(degrees / 360, Number.EPSILON),
    (height - 2 * MARGIN) / Math.max(top - bottom, Number.EPSILON),
    worldWidth(latitude, MIN_KM_PER_PIXEL),
  );
  const anchor = { x: width / 2, y: height / 2 };
  return mercatorView({ width, height, latitude, longitude: middle, anchor }, Math.max(world, width));
}
