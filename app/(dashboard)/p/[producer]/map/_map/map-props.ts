import type { Box } from "@/app/ui/box";
import type { Counts } from "./counts";
import type { MapState } from "./map-state";
import type { View } from "./queries";
import type { MapSource } from "./source";
import type { ShownCells } from "./view";

/** `value` is ISO 3166-1 alpha-2, or `ZZ` for scans without a country. */
export type CountryCounts = Counts & { value: string };

/** Props of both pictures of the world: the map and the drawing. */
export interface WorldMapProps {
  /** Version of the base map. */
  version: string;
  isDark: boolean;
  mapState: MapState;
  shown: ShownCells;
  countries: CountryCounts[];
  onView: (view: View) => void;
  /** Lists the scans of a part of the map; without it no part can be selected. */
  onBox: ((box: Box) => void) | undefined;
  onCountry: (code: string) => void;
}

/** Props of the tables below the map. */
export interface NumbersProps {
  countries: CountryCounts[];
  shown: ShownCells;
  mapState: MapState;
  href: MapSource["href"];
  onBox: ((box: Box) => void) | undefined;
}
