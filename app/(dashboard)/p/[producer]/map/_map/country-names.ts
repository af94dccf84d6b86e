import { useQuery } from "@tanstack/react-query";
import type { FeatureCollection, Point } from "geojson";
import { z } from "zod";

/** Code, longitude, latitude, and the free width there as a fraction of the world's width. */
const Labels = z.array(z.tuple([z.string(), z.number(), z.number(), z.number()]));
export type CountryLabels = z.output<typeof Labels>;

/** Positions of the country names. */
export function useCountryLabels(version: string): CountryLabels | undefined {
  const { data } = useQuery({
    queryKey: ["country-labels", version],
    queryFn: async ({ signal }) =>
      Labels.parse(await (await fetch(`/map/country-labels.json?v=${version}`, { signal })).json()),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

const LETTER_WIDTH = 7.6;
/** Names may extend beyond their land: this part of the name must fit. */
const PART_ON_LAND = 0.6;
const MAX_START_ZOOM = 6;

/** Country names as map features, each with the zoom from which it fits; `second` adds a second line. */
export function countryNames(
  labels: CountryLabels,
  nameOf: (code: string) => string,
  second: (code: string) => string | undefined,
): FeatureCollection<Point> {
  return {
    type: "FeatureCollection",
    features: labels.map(([code, longitude, latitude, width]) => {
      const name = nameOf(code).toLocaleUpperCase();
      const more = second(code);
      const longest = Math.max(...name.split(/[\s-]/).map(({ length }) => length), Math.min(name.length, 8));
      const from = Math.log2((longest * LETTER_WIDTH * PART_ON_LAND) / (512 * Math.max(width, 1e-5)));
      return {
        type: "Feature",
        properties: {
          code,
          text: more === undefined ? name : `${name}\n${more}`,
          from: Math.max(0, Math.min(MAX_START_ZOOM, from)),
        },
        geometry: { type: "Point", coordinates: [longitude, latitude] },
      };
    }),
  };
}
