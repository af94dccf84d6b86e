import type { Box } from "@/app/ui/box";
import type { Counts } from "./counts";
import type { MapState } from "./map-state";
import type { ShownCells, View } from "./view";

export type CountryCounts = Counts & { country: string | null };

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
