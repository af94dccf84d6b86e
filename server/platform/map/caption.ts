import type { Localised } from "./locale";
import type { Classification } from "./options";
import type { NearTown } from "./places";
import { seaAt } from "./seas";

/** What is known of the place that a map shows. */
export interface Spot {
  latitude: number;
  longitude: number;
  classification: Classification;
  /** ISO 3166-1 alpha-2; none at sea. */
  country: string | undefined;
  /** The town it is in. */
  town: NearTown | undefined;
  /** A town to say where it is by. */
  near: NearTown | undefined;
}

export interface Caption {
  /** Where it is. */
  title: string;
  coordinates: string;
  classification: string;
  /** How far from the nearest town, where it is in none. */
  distance: string | undefined;
}

/** Farther away, a town tells nobody anything. */
const NEAR_KM = 3000;
const DECIMALS = 4;

/** What the picture says of a spot, in words. */
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
      town || !near || near.km > NEAR_KM
        ? undefined
        : words.from.replace("{km}", localised.kilometres(near.km)).replace("{place}", near.name),
  };
}

function titleOf(
  { town, country, latitude, longitude }: Spot,
  { isEnglish, words, country: name }: Localised,
) {
  // A border runs through many a town: the town's own country is what people would say.
  if (town)
    return town.name === name(town.country) ? town.name : `${town.name}${words.comma}${name(town.country)}`;
  if (country) return name(country);
  return isEnglish ? seaAt(latitude, longitude) : words.atSea;
}

function degrees(value: number, positive: string, negative: string, { number }: Localised): string {
  const rounded = Number(value.toFixed(DECIMALS));
  return (rounded < 0 ? negative : positive).replace("{}", number(Math.abs(rounded), DECIMALS));
}
