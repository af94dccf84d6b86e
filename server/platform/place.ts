import { featuresContaining } from "@rapideditor/country-coder";
import { isNearLand } from "./land";

const CONTINENTS = ["AF", "AN", "AS", "EU", "NA", "OC", "SA"] as const;
export type Continent = (typeof CONTINENTS)[number];

export interface Place {
  /** ISO 3166-1 alpha-2. */
  country?: string;
  continent?: Continent;
}

/** Continents by their UN M49 code, and Antarctica by its own. */
const CONTINENT_OF: Record<string, Continent> = {
  "002": "AF",
  "142": "AS",
  "150": "EU",
  "009": "OC",
  "003": "NA",
  "005": "SA",
  "010": "AN",
};

/** Codes that ISO 3166-1 only reserves, and the code it lists for the same place. */
const LISTED_CODE: Record<string, string> = {
  EA: "ES",
  IC: "ES",
  AC: "SH",
  TA: "SH",
  DG: "IO",
  CP: "FR",
  CQ: "GG",
  FX: "FR",
};

/** The map knows them by codes of two letters, and they are no countries. */
const UNIONS: ReadonlySet<string> = new Set(["EU", "UN"]);

/** The map ends just short of the antimeridian and the poles. */
const EDGE = { longitude: 179.9999, latitude: 89.9999 };
const NEAR_ANTIMERIDIAN = 179.9;

const within = (value: number, most: number) => Math.max(-most, Math.min(most, value));

/** What the map knows at a place. Where its western edge has a gap, the eastern one tells. */
function featuresAt(latitude: number, longitude: number) {
  const y = within(latitude, EDGE.latitude);
  const here = featuresContaining([within(longitude, EDGE.longitude), y]);
  if (here.length > 0 || Math.abs(longitude) < NEAR_ANTIMERIDIAN) return here;
  return featuresContaining([-Math.sign(longitude) * EDGE.longitude, y]);
}

/** Smallest first: a territory before its country, the country before unions and continents. */
function placeFrom(features: ReturnType<typeof featuresContaining>): Place {
  const place: Place = {};
  for (const { properties } of features) {
    const code = properties.iso1A2;
    if (code) place.country ??= LISTED_CODE[code] ?? code;
    const continent = CONTINENT_OF[properties.m49 ?? ""];
    if (continent) place.continent ??= continent;
  }
  return place;
}

/** The country at a place in degrees, or whose waters these are. */
export const territoryAt = (latitude: number, longitude: number): string | undefined =>
  placeFrom(featuresAt(latitude, longitude)).country;

/**
 * The country and continent at a place, in degrees; neither at sea, although the map gives countries the waters around them. Russia's
 * continent is that of the very place.
 */
export const placeAt = (latitude: number, longitude: number): Place =>
  isNearLand(latitude, longitude) ? placeFrom(featuresAt(latitude, longitude)) : {};

/** Where most people of the countries live that lie on several continents. */
const MAIN_CONTINENT: Record<string, Continent> = {
  DK: "EU",
  ES: "EU",
  FR: "EU",
  GB: "EU",
  NL: "EU",
  NO: "EU",
  RU: "EU",
  UM: "OC",
  US: "NA",
};

/** A country by its ISO 3166-1 alpha-2 code, with the continent where most of its people live; neither for other codes. */
export function placeOfCountry(code: string): Place {
  const features = featuresContaining(code);
  if (features[0]?.properties.iso1A2 !== code || UNIONS.has(code) || code in LISTED_CODE) return {};
  const { continent = MAIN_CONTINENT[code] } = placeFrom(features);
  return { country: code, ...(continent ? { continent } : {}) };
}
