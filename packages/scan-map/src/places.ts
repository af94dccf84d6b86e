import { arcKm, chordSquared, onSphere } from "./sphere";
import type { View } from "./view";

/** The columns of the base map's `places.json`, the largest place first. */
export interface PlaceColumns {
  names: string[];
  /** Concatenated ISO 3166-1 alpha-2 codes. */
  countries: string;
  longitudes: number[];
  latitudes: number[];
  populations: number[];
  /** The indexes of the capitals. */
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
  /** The places within a view, the largest first, up to a limit. */
  inView(view: View, most: number): Town[];
  /** The nearest places of a minimum population, the nearest first. */
  nearest(latitude: number, longitude: number, among: { population: number; most: number }): NearTown[];
  /** The place that describes where a spot is: near, or better known and farther away. */
  landmark(latitude: number, longitude: number): NearTown | undefined;
  /** The place that a spot belongs to: a larger place reaches farther. */
  namesake(latitude: number, longitude: number): NearTown | undefined;
}

/** A town of a million reaches 15 km; none reaches less than 2 km. */
const REACH_KM_PER_ROOT = 0.015;
const MIN_REACH_KM = 2;
/** Beyond this distance a village describes no position. */
const MAX_VILLAGE_KM = 150;
const VILLAGE = 1_000;
const TOWN = 15_000;
/** The exponent by which a place's population outweighs its distance. */
const POPULATION_WEIGHT = 0.28;
/** A better known place may be this many times as far away as the nearest. */
const MAX_DISTANCE_RATIO = 1.5;
const reachKm = (population: number) => Math.max(MIN_REACH_KM, REACH_KM_PER_ROOT * Math.sqrt(population));

/** The reach of the largest town, as the square of a chord. */
const MAX_REACH = chordSquared(reachKm(40_000_000));

/** Indexes places from their columns. */
export function loadPlaces(columns: PlaceColumns): Places {
  const { names, countries, longitudes, latitudes, populations } = columns;
  const isCapital = new Uint8Array(names.length);
  for (const i of columns.capitals) isCapital[i] = 1;
  /** Number of places of at least a population; they come first. */
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

  /** Squares of chords through the sphere; they grow with the distance. */
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
      const close = chordSquared(MAX_VILLAGE_KM);
      let nearest = Number.POSITIVE_INFINITY;
      for (let i = 0; i < villages; i++) {
        const here = chord(i);
        if (here < nearest && (here < close || i < towns || isCapital[i] === 1)) nearest = here;
      }
      const limit = Math.max(nearest * MAX_DISTANCE_RATIO ** 2, close);
      let best: { i: number; score: number } | undefined;
      for (let i = 0; i < villages; i++) {
        const here = chord(i);
        if (here > limit || !(here < close || i < towns || isCapital[i] === 1)) continue;
        const score = Math.sqrt(here) / (populations[i] ?? 0) ** POPULATION_WEIGHT;
        if (score < (best?.score ?? Number.POSITIVE_INFINITY)) best = { i, score };
      }
      return best && { ...town(best.i), km: arcKm(chord(best.i)) };
    },

    namesake(latitude, longitude) {
      const chord = chordsFrom(latitude, longitude);
      let best: { i: number; km: number; ratio: number } | undefined;
      for (let i = 0; i < names.length; i++) {
        const here = chord(i);
        if (here > MAX_REACH) continue;
        const reach = reachKm(populations[i] ?? 0);
        const km = arcKm(here);
        const ratio = km / reach;
        if (ratio <= (best?.ratio ?? 1)) best = { i, km, ratio };
      }
      return best && { ...town(best.i), km: best.km };
    },
  };
}
