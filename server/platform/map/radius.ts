import type { Spot } from "./caption";
import type { Places } from "./places";

/** Between these is how far a map shows, in kilometres from the middle to the upper edge. */
const CLOSEST_KM = 85;
const FARTHEST_ON_LAND_KM = 420;
const FARTHEST_KM = 3200;
const POLAR_KM = 1900;
const POLAR_ISLAND_KM = 700;

/** Towns one may have heard of. */
const TOWN = 15_000;
const VILLAGE = 1_000;
/** With no village nearer, a place is as good as at sea. */
const EMPTY_KM = 300;

/**
 * How far a map has to show so that one sees where a place is: less where towns are close together, more in empty
 * land, and at sea as far as some coast with a town on it.
 */
export function radiusKm(
  places: Places,
  { latitude, longitude, country, near }: Pick<Spot, "latitude" | "longitude" | "country" | "near">,
): number {
  const far = (population: number, most: number) =>
    places.nearest(latitude, longitude, { population, most }).at(-1)?.km ?? FARTHEST_KM;
  const village = far(VILLAGE, 1);
  if (Math.abs(latitude) > 80) return village < EMPTY_KM ? POLAR_ISLAND_KM : POLAR_KM;
  const isRemote = !country || country === "AQ" || village > EMPTY_KM;
  const wanted = Math.max(far(TOWN, 6) * 0.85, village * 1.3, isRemote ? (near?.km ?? 0) * 1.15 : 0);
  return Math.max(CLOSEST_KM, Math.min(isRemote ? FARTHEST_KM : FARTHEST_ON_LAND_KM, wanted));
}
