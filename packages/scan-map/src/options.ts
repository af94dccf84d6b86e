export type Classification = "original" | "fake" | "unknown" | "error";

export const MAP_THEMES = ["light", "dark"] as const;
export type MapTheme = (typeof MAP_THEMES)[number];

/** A picture of the place of a scan. */
export interface ScanMap {
  /** Degrees. */
  latitude: number;
  longitude: number;
  classification: Classification;
  /** CSS pixels. */
  width: number;
  height: number;
  /** Pixels per CSS pixel. */
  scale: 1 | 2;
  /** BCP 47; English if unusable. */
  locale: string;
  /** Light by default; the deployment's own tiles have no other. */
  theme?: MapTheme;
}

/** Places of one picture, each with its mark; `count` of more than one is written beside it. */
export interface PlacesMap {
  /** At least one. */
  places: readonly { latitude: number; longitude: number; classification: Classification; count: number }[];
  /** CSS pixels. */
  width: number;
  height: number;
  scale: 1 | 2;
  /** BCP 47. */
  locale: string;
}

/** The ISO 3166-1 alpha-2 code of the country at a place in degrees, with its territorial waters. */
export type TerritoryAt = (latitude: number, longitude: number) => string | undefined;

/** A drawn map; `isMakeshift` if it should show tiles and they did not load. */
export interface DrawnMap {
  png: Uint8Array;
  isMakeshift: boolean;
}

/** The deployment's own raster tiles. */
export interface TileSource {
  /** With `{z}`, `{x}`, `{y}`. */
  url: string;
  attribution: string;
  maxZoom: number;
}
