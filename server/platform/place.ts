import { featuresContaining } from "@rapideditor/country-coder";
import { isNearLand } from "./land";

const CONTINENTS = ["AF", "AN", "AS", "EU", "NA", "OC", "SA"] as const;
export type Continent = (typeof CONTINENTS)[number];

export interface Place {
  /** ISO 3166-1 alpha-2. */
  country?: string;
  continent?: Continent;
}

/** Continents by UN M49 code; Antarctica's code is its own. */
const CONTINENT_OF: Record<string, Continent> = {
  "002": "AF",
  "142": "AS",
  "150": "EU",
  "009": "OC",
  "003": "NA",
  "005": "SA",
  "010": "AN",
};

/** Codes that ISO 3166-1 only reserves, with the listed code of the same place. */
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

/** The map has two-letter codes for unions, which are no countries. */
const UNIONS: ReadonlySet<string> = new Set(["EU", "UN"]);

/** The map's data ends just before the antimeridian and the poles. */
const EDGE = { longitude: 179.9999, latitude: 89.9999 };
const NEAR_ANTIMERIDIAN = 179.9;

const clamp = (value: number, limit: number) => Math.max(-limit, Math.min(limit, value));

/** The map's features at a place. Where its western edge has a gap, the eastern edge answers. */
function featuresAt(latitude: number, longitude: number) {
  const y = clamp(latitude, EDGE.latitude);
  const here = featuresContaining([clamp(longitude, EDGE.longitude), y]);
  if (here.length > 0 || Math.abs(longitude) < NEAR_ANTIMERIDIAN) return here;
  return featuresContaining([-Math.sign(longitude) * EDGE.longitude, y]);
}

/** Reads features smallest first: a territory before its country, the country before unions and continents. */
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

/** The country at a place in degrees, territorial waters included. */
export const territoryAt = (latitude: number, longitude: number): string | undefined =>
  placeFrom(featuresAt(latitude, longitude)).country;

/**
 * The country and continent at a place in degrees; neither at sea, although the map gives countries the waters around
 * them. Russia's continent is that of the exact place.
 */
export const placeAt = (latitude: number, longitude: number): Place =>
  isNearLand(latitude, longitude) ? placeFrom(featuresAt(latitude, longitude)) : {};

/** The continent with most of the population, for countries on several continents. */
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

/** A country by ISO 3166-1 alpha-2 code, with the continent of most of its population; neither for other codes. */
export function placeOfCountry(code: string): Place {
  const features = featuresContaining(code);
  if (features[0]?.properties.iso1A2 !== code || UNIONS.has(code) || code in LISTED_CODE) return {};
  const { continent = MAIN_CONTINENT[code] } = placeFrom(features);
  return { country: code, ...(continent ? { continent } : {}) };
}
