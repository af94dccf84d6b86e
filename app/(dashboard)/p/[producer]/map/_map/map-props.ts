import type { Box } from "@/app/ui/box";
import type { Counts } from "./counts";
import type { MapState } from "./map-state";
import type { MapSource } from "./source";
import type { ShownCells, View } from "./view";

/** `value` is ISO 3166-1 alpha-2, or `ZZ` for scans of which no country is known. */
export type CountryCounts = Counts & { value: string };

/** What a picture of the world shows, and what happens on it. */
export interface WorldMapProps {
  /** Of the base map. */
  version: string;
  isDark: boolean;
  mapState: MapState;
  shown: ShownCells;
  countries: CountryCounts[];
  onView: (view: View) => void;
  /** Lists the scans of a part of the map; without it no part can be chosen. */
  onBox: ((box: Box) => void) | undefined;
  onCountry: (code: string) => void;
}

/** What the tables below the map show. */
export interface NumbersProps {
  countries: CountryCounts[];
  shown: ShownCells;
  mapState: MapState;
  href: MapSource["href"];
  onBox: ((box: Box) => void) | undefined;
}
