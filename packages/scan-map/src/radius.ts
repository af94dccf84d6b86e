import type { Spot } from "./caption";
import type { Places } from "./places";

/** Limits of the distance from the middle to the upper edge, in kilometres. */
const MIN_KM = 85;
const MAX_LAND_KM = 420;
const MAX_KM = 3200;
const POLAR_KM = 1900;
const POLAR_ISLAND_KM = 700;

/** Population of a town that readers may know. */
const TOWN_POPULATION = 15_000;
const VILLAGE_POPULATION = 1_000;
/** A place without a village within this distance counts as at sea. */
const EMPTY_KM = 300;

/**
 * The radius of a map that shows where a place is: smaller where towns are close together, larger in empty land, and at
 * sea up to a coast with a town.
 */
export function radiusKm(
  places: Places,
  { latitude, longitude, country, near }: Pick<Spot, "latitude" | "longitude" | "country" | "near">,
): number {
  const far = (population: number, most: number) =>
    places.nearest(latitude, longitude, { population, most }).at(-1)?.km ?? MAX_KM;
  const village = far(VILLAGE_POPULATION, 1);
  if (Math.abs(latitude) > 80) return village < EMPTY_KM ? POLAR_ISLAND_KM : POLAR_KM;
  const isRemote = !country || country === "AQ" || village > EMPTY_KM;
  const wanted = Math.max(
    far(TOWN_POPULATION, 6) * 0.85,
    village * 1.3,
    isRemote ? (near?.km ?? 0) * 1.15 : 0,
  );
  return Math.max(MIN_KM, Math.min(isRemote ? MAX_KM : MAX_LAND_KM, wanted));
}
