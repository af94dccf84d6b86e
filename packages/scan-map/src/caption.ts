import type { Localised } from "./locale";
import type { Classification } from "./options";
import type { NearTown } from "./places";
import { seaAt } from "./seas";

/** The known facts about the place of a map. */
export interface Spot {
  latitude: number;
  longitude: number;
  classification: Classification;
  /** ISO 3166-1 alpha-2; none at sea. */
  country: string | undefined;
  /** The town that contains it. */
  town: NearTown | undefined;
  /** The town that describes its position. */
  near: NearTown | undefined;
}

export interface Caption {
  /** The name of the place. */
  title: string;
  coordinates: string;
  classification: string;
  /** The distance from the nearest town; none within a town. */
  distance: string | undefined;
}

/** A town beyond this distance describes no position. */
const MAX_NEAR_KM = 3000;
const DECIMALS = 4;

/** Describes a place in words. */
export function captionOf(spot: Spot, localised: Localised): Caption {
  const { words } = localised;
  const { town, near } = spot;
  return {
    title: titleOf(spot, localised),
    coordinates: [
      degrees(spot.latitude, words.north, words.south, localised),
      degrees(spot.longitude, words.east, words.west, localised),
    ].join(words.comma),
    classification: words[spot.classification],
    distance:
      town || !near || near.km > MAX_NEAR_KM
        ? undefined
        : words.from.replace("{km}", localised.kilometres(near.km)).replace("{place}", near.name),
  };
}

function titleOf(
  { town, country, latitude, longitude }: Spot,
  { isEnglish, words, country: name }: Localised,
) {
  // A border may run through a town: people would name the town's own country.
  if (town)
    return town.name === name(town.country) ? town.name : `${town.name}${words.comma}${name(town.country)}`;
  if (country) return name(country);
  return isEnglish ? seaAt(latitude, longitude) : words.atSea;
}

function degrees(value: number, positive: string, negative: string, { number }: Localised): string {
  const rounded = Number(value.toFixed(DECIMALS));
  return (rounded < 0 ? negative : positive).replace("{}", number(Math.abs(rounded), DECIMALS));
}
