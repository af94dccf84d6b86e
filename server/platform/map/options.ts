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

/** The deployment's own raster tiles. */
export interface TileSource {
  /** With `{z}`, `{x}`, `{y}`. */
  url: string;
  attribution: string;
  maxZoom: number;
}
