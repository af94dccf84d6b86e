import { type Chance, drawIndex, runningSums } from "./chance";
import townList from "./towns.json" with { type: "json" };

/** A country of the demo's buyers. */
interface Market {
  /** Relative sales. */
  weight: number;
  /** Time zones from west to east, each with the longitude where it begins. */
  zones: readonly (readonly [zone: string, eastOf: number])[];
  /** Days off; 0 is Sunday. */
  weekend: readonly number[];
  /** The locale of most phones, BCP 47. */
  locale: string;
}

const WEEKEND = [0, 6];

const at = (
  weight: number,
  zone: string | Market["zones"],
  locale: string,
  weekend: readonly number[] = WEEKEND,
): Market => ({
  weight,
  zones: typeof zone === "string" ? [[zone, -180]] : zone,
  weekend,
  locale,
});

export const MARKETS: Readonly<Record<string, Market>> = {
  DE: at(16, "Europe/Berlin", "de-DE"),
  FR: at(9, "Europe/Paris", "fr-FR"),
  IT: at(8, "Europe/Rome", "it-IT"),
  GB: at(9, "Europe/London", "en-GB"),
  ES: at(5, "Europe/Madrid", "es-ES"),
  NL: at(4, "Europe/Amsterdam", "nl-NL"),
  BE: at(2, "Europe/Brussels", "nl-BE"),
  AT: at(2.5, "Europe/Vienna", "de-AT"),
  CH: at(3, "Europe/Zurich", "de-CH"),
  PL: at(2.2, "Europe/Warsaw", "pl-PL"),
  SE: at(1.5, "Europe/Stockholm", "sv-SE"),
  DK: at(1, "Europe/Copenhagen", "da-DK"),
  NO: at(0.9, "Europe/Oslo", "nb-NO"),
  FI: at(0.7, "Europe/Helsinki", "fi-FI"),
  PT: at(0.9, "Europe/Lisbon", "pt-PT"),
  IE: at(0.7, "Europe/Dublin", "en-IE"),
  CZ: at(0.9, "Europe/Prague", "cs-CZ"),
  GR: at(0.7, "Europe/Athens", "el-GR"),
  HU: at(0.5, "Europe/Budapest", "hu-HU"),
  RO: at(0.6, "Europe/Bucharest", "ro-RO"),
  TR: at(1.6, "Europe/Istanbul", "tr-TR"),
  AE: at(2, "Asia/Dubai", "en-AE"),
  SA: at(1.1, "Asia/Riyadh", "ar-SA", [5, 6]),
  ZA: at(0.7, "Africa/Johannesburg", "en-ZA"),
  EG: at(0.4, "Africa/Cairo", "ar-EG", [5, 6]),
  MA: at(0.4, "Africa/Casablanca", "fr-MA"),
  NG: at(0.4, "Africa/Lagos", "en-NG"),
  KE: at(0.2, "Africa/Nairobi", "en-KE"),
  US: at(
    17,
    [
      ["America/Los_Angeles", -180],
      ["America/Denver", -115],
      ["America/Chicago", -102],
      ["America/New_York", -87],
    ],
    "en-US",
  ),
  CA: at(
    3,
    [
      ["America/Vancouver", -180],
      ["America/Edmonton", -120],
      ["America/Winnipeg", -102],
      ["America/Toronto", -90],
    ],
    "en-CA",
  ),
  MX: at(
    1.6,
    [
      ["America/Tijuana", -180],
      ["America/Mexico_City", -114],
    ],
    "es-MX",
  ),
  BR: at(
    1.8,
    [
      ["America/Manaus", -180],
      ["America/Sao_Paulo", -54],
    ],
    "pt-BR",
  ),
  AR: at(0.5, "America/Argentina/Buenos_Aires", "es-AR"),
  CL: at(0.4, "America/Santiago", "es-CL"),
  CO: at(0.4, "America/Bogota", "es-CO"),
  CN: at(5, "Asia/Shanghai", "zh-CN"),
  JP: at(6.5, "Asia/Tokyo", "ja-JP"),
  KR: at(3, "Asia/Seoul", "ko-KR"),
  TW: at(0.9, "Asia/Taipei", "zh-TW"),
  HK: at(1.2, "Asia/Hong_Kong", "zh-HK"),
  SG: at(1.1, "Asia/Singapore", "en-SG"),
  MY: at(0.4, "Asia/Kuala_Lumpur", "ms-MY"),
  TH: at(0.5, "Asia/Bangkok", "th-TH"),
  VN: at(0.3, "Asia/Ho_Chi_Minh", "vi-VN"),
  ID: at(0.5, "Asia/Jakarta", "id-ID"),
  IN: at(1.6, "Asia/Kolkata", "en-IN"),
  AU: at(
    2,
    [
      ["Australia/Perth", -180],
      ["Australia/Adelaide", 129],
      ["Australia/Sydney", 141],
    ],
    "en-AU",
  ),
  NZ: at(0.5, "Pacific/Auckland", "en-NZ"),
};

export interface Town {
  name: string;
  country: string;
  latitude: number;
  longitude: number;
  people: number;
  zone: string;
  market: Market;
}

/** The country by ISO 3166-1 alpha-2 and the continent of a place; neither at sea. */
export interface Place {
  country?: string;
  continent?: string;
}

/** The knowledge of the service about places, so that planned scans agree with it. */
export interface Geography {
  /** The country and continent at a place in degrees. */
  placeAt(latitude: number, longitude: number): Place;
  /** A country and its continent. */
  placeOfCountry(country: string): Place;
}

export interface Spot {
  latitude: number;
  longitude: number;
  place: Place;
}

function townOf(town: (typeof townList)[number]): Town {
  const market = MARKETS[town.country];
  if (!market) throw new Error(`Country ${town.country} has no market.`);
  const [zone] = market.zones.findLast(([, eastOf]) => town.longitude >= eastOf) ?? ["UTC"];
  return { ...town, zone, market };
}

/** The towns grouped by market, largest first. */
export const towns: readonly Town[] = townList.map(townOf);

const peopleOf = new Map<string, number>();
for (const { country, people } of towns) peopleOf.set(country, (peopleOf.get(country) ?? 0) + people);

const sums = runningSums(
  towns.map(({ market, people, country }) => (market.weight * people) / (peopleOf.get(country) ?? people)),
);

/** Draws the index of a town, weighted by market and population. */
export const drawTown = (chance: Chance) => drawIndex(chance, sums);

const sumsOfMarket = new Map(
  Object.keys(MARKETS).map((country) => [
    country,
    runningSums(towns.map((town) => (town.country === country ? town.people : 0))),
  ]),
);

/** Draws the index of a town of one country, weighted by population. */
export function drawTownOf(chance: Chance, country: string): number {
  const ofMarket = sumsOfMarket.get(country);
  return ofMarket ? drawIndex(chance, ofMarket) : drawTown(chance);
}

const KM_PER_DEGREE = 111.2;
/** A town of a million people spreads about 2 km to each side of its centre. */
const SPREAD_KM_PER_ROOT = 0.0019;
const MAX_SPREAD_KM = 6;
const MAX_DRAWS = 4;

/** Draws a spot in a town, mostly near its centre. The geography must place it in the town's country. */
export function spotIn(chance: Chance, town: Town, { placeAt }: Geography): Spot {
  const spreadKm = Math.min(MAX_SPREAD_KM, Math.max(0.4, SPREAD_KM_PER_ROOT * Math.sqrt(town.people)));
  const shift = () => (chance.normal() * spreadKm) / KM_PER_DEGREE;
  for (let i = 0; i < MAX_DRAWS; i++) {
    const latitude = Number((town.latitude + shift()).toFixed(5));
    const longitude = Number(
      (town.longitude + shift() / Math.cos((town.latitude * Math.PI) / 180)).toFixed(5),
    );
    const place = placeAt(latitude, longitude);
    if (place.country === town.country) return { latitude, longitude, place };
  }
  const { latitude, longitude } = town;
  return { latitude, longitude, place: placeAt(latitude, longitude) };
}
