import { arcKm, chordSquared, onSphere } from "./sphere";
import type { View } from "./view";

/** As in `public/map/places.json`: a column each, the largest place first. */
export interface PlaceColumns {
  names: string[];
  /** ISO 3166-1 alpha-2 codes, one after the other. */
  countries: string;
  longitudes: number[];
  latitudes: number[];
  populations: number[];
  /** The numbers of the places that are capitals. */
  capitals: number[];
}

export interface Town {
  name: string;
  country: string;
  longitude: number;
  latitude: number;
  population: number;
  isCapital: boolean;
}

export interface NearTown extends Town {
  km: number;
}

export interface Places {
  /** The places within a view, the largest first, as far as there is room for so many. */
  inView(view: View, most: number): Town[];
  /** The places that are nearest, the nearest first, among those of so many people. */
  nearest(latitude: number, longitude: number, among: { population: number; most: number }): NearTown[];
  /** The place one would name to say where a spot is: near, or farther away and the better known. */
  landmark(latitude: number, longitude: number): NearTown | undefined;
  /** The place one would say a spot is in: the larger a place, the farther it reaches. */
  namesake(latitude: number, longitude: number): NearTown | undefined;
}

/** A town of a million reaches 15 km; none reaches less than 2 km. */
const REACH_KM_PER_ROOT = 0.015;
const MIN_REACH_KM = 2;
/** Beyond this, a village tells nobody anything. */
const VILLAGE_KNOWN_KM = 150;
const VILLAGE = 1_000;
const TOWN = 15_000;
/** How much a place's size makes up for its distance. */
const RENOWN = 0.28;
/** A better known place may be so many times as far as the nearest. */
const DETOUR = 1.5;
const reachKm = (population: number) => Math.max(MIN_REACH_KM, REACH_KM_PER_ROOT * Math.sqrt(population));

/** Of the largest town of all; the square of a chord. */
const FARTHEST_REACH = chordSquared(reachKm(40_000_000));

/** Makes places out of their columns. */
export function loadPlaces(columns: PlaceColumns): Places {
  const { names, countries, longitudes, latitudes, populations } = columns;
  const isCapital = new Uint8Array(names.length);
  for (const i of columns.capitals) isCapital[i] = 1;
  /** How many places have at least so many people; they are the first. */
  const countFrom = (population: number) => {
    const firstSmaller = populations.findIndex((other) => other < population);
    return firstSmaller < 0 ? names.length : firstSmaller;
  };
  const towns = countFrom(TOWN);
  const villages = countFrom(VILLAGE);
  const sphere = new Float64Array(names.length * 3);
  names.forEach((_, i) => {
    sphere.set(onSphere(latitudes[i] ?? 0, longitudes[i] ?? 0), 3 * i);
  });

  const town = (i: number): Town => ({
    name: names[i] ?? "",
    country: countries.slice(2 * i, 2 * i + 2),
    longitude: longitudes[i] ?? 0,
    latitude: latitudes[i] ?? 0,
    population: populations[i] ?? 0,
    isCapital: isCapital[i] === 1,
  });

  /** Squares of straight lines through the sphere, which grow as distances do. */
  const chordsFrom = (latitude: number, longitude: number) => {
    const [x, y, z] = onSphere(latitude, longitude);
    return (i: number) =>
      ((sphere[3 * i] ?? 0) - x) ** 2 +
      ((sphere[3 * i + 1] ?? 0) - y) ** 2 +
      ((sphere[3 * i + 2] ?? 0) - z) ** 2;
  };

  return {
    inView({ bounds, project, width, height }, most) {
      const found: Town[] = [];
      const middle = (bounds.west + bounds.east) / 2;
      const half = (bounds.east - bounds.west) / 2;
      for (let i = 0; i < names.length && found.length < most; i++) {
        const latitude = latitudes[i] ?? 0;
        if (latitude < bounds.south || latitude > bounds.north) continue;
        const longitude = longitudes[i] ?? 0;
        if (Math.abs(((((longitude - middle) % 360) + 540) % 360) - 180) > half) continue;
        const { x, y } = project(longitude, latitude);
        if (x > 0 && y > 0 && x < width && y < height) found.push(town(i));
      }
      return found;
    },

    nearest(latitude, longitude, { population, most }) {
      const chord = chordsFrom(latitude, longitude);
      const found: { i: number; chord: number }[] = [];
      for (let i = 0; i < names.length && (populations[i] ?? 0) >= population; i++) {
        const here = chord(i);
        if (found.length === most && here >= (found.at(-1)?.chord ?? 0)) continue;
        const after = found.findIndex((other) => other.chord > here);
        found.splice(after < 0 ? found.length : after, 0, { i, chord: here });
        found.length = Math.min(found.length, most);
      }
      return found.map(({ i, chord }) => ({ ...town(i), km: arcKm(chord) }));
    },

    landmark(latitude, longitude) {
      const chord = chordsFrom(latitude, longitude);
      const close = chordSquared(VILLAGE_KNOWN_KM);
      let nearest = Number.POSITIVE_INFINITY;
      for (let i = 0; i < villages; i++) {
        const here = chord(i);
        if (here < nearest && (here < close || i < towns || isCapital[i] === 1)) nearest = here;
      }
      const limit = Math.max(nearest * DETOUR ** 2, close);
      let best: { i: number; score: number } | undefined;
      for (let i = 0; i < villages; i++) {
        const here = chord(i);
        if (here > limit || !(here < close || i < towns || isCapital[i] === 1)) continue;
        const score = Math.sqrt(here) / (populations[i] ?? 0) ** RENOWN;
        if (score < (best?.score ?? Number.POSITIVE_INFINITY)) best = { i, score };
      }
      return best && { ...town(best.i), km: arcKm(chord(best.i)) };
    },

    namesake(latitude, longitude) {
      const chord = chordsFrom(latitude, longitude);
      let best: { i: number; km: number; ratio: number } | undefined;
      for (let i = 0; i < names.length; i++) {
        const here = chord(i);
        if (here > FARTHEST_REACH) continue;
        const reach = reachKm(populations[i] ?? 0);
        const km = arcKm(here);
        const ratio = km / reach;
        if (ratio <= (best?.ratio ?? 1)) best = { i, km, ratio };
      }
      return best && { ...town(best.i), km: best.km };
    },
  };
}
