import type { Box } from "@/app/ui/box";
import type { Counts } from "./counts";
import type { Days } from "./days";
import type { MapState } from "./map-state";
import type { View } from "./queries";
import type { MapSource } from "./source";
import type { ShownCells } from "./view";

/** `value` is ISO 3166-1 alpha-2, or `ZZ` for scans without a country. */
export type CountryCounts = Counts & { value: string };

interface Place {
  lat: number;
  lng: number;
  z: number;
}

/** What the pictures need of the state of the map. */
interface PictureState {
  state: Pick<MapState["state"], "mode" | "verdict" | "box" | "lat" | "lng" | "z">;
  /** Keeps the place that the picture shows. */
  setState: (place: Place) => unknown;
}

/** What the pictures need of the cells of a view. */
export type PictureCells = Pick<ShownCells, "clusters" | "cells" | "level" | "zoom">;

/** Props of both pictures of the world: the map and the drawing. */
export interface WorldMapProps {
  /** Version of the base map. */
  version: string;
  isDark: boolean;
  mapState: PictureState;
  shown: PictureCells;
  countries: CountryCounts[];
  onView: (view: View) => void;
  /** Selects a part of the map; without it none can be selected. */
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

/** Props of the selected part of the map in numbers. */
export interface AreaProps {
  box: Box;
  mapState: MapState;
  /** The days that the map shows. */
  days: Days;
  source: MapSource;
}
