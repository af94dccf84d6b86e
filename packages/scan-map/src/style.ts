import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Classification, MapTheme } from "./options";

type Verdicts = Record<Classification, string>;

// The colours of pages (`app/globals.css`); `verdict-colours.test.ts` keeps them equal.
const WORDS: Verdicts = { original: "#017968", fake: "#cc2c19", unknown: "#2f343a", error: "#4f2d00" };
const DARK_WORDS: Verdicts = { original: "#9befc7", fake: "#ea6565", unknown: "#8c97a7", error: "#fccf1f" };

export const COLOURS = {
  sea: "#cddfeb",
  seaByTheCoast: "rgba(116, 158, 189, 0.20)",
  land: "#f1ede4",
  /** The country of the place. */
  ownLand: "#fbf8f1",
  coast: "#8fb2c9",
  country: "#978fa0",
  border: "#b3a7b4",
  river: "#a4c6dc",
  graticule: "rgba(92, 128, 156, 0.16)",
  text: "#22344a",
  quietText: "#52647a",
  halo: "rgba(255, 255, 255, 0.92)",
  strip: "rgba(255, 255, 255, 0.95)",
  hairline: "rgba(34, 52, 74, 0.14)",
  dot: "#ffffff",
  rim: "#ffffff",
  globeLit: "#d5e5ef",
  globeShaded: "#a9c6da",
  globeGraticule: "rgba(255, 255, 255, 0.45)",
  globeCoast: "#86a9bf",
  globeBorder: "rgba(140, 128, 142, 0.55)",
  verdicts: WORDS,
  /** Fills of markers and bars, always with a sign or a shape, since some readers cannot distinguish the colours. */
  marks: { ...WORDS, error: "#cc8400" },
  /** The edge of a marker and its sign. */
  markInk: "#ffffff",
};

export type Palette = typeof COLOURS;

/** Colours for pages in the dark theme, close to those of the map in the browser. */
export const DARK_COLOURS: Palette = {
  sea: "#10161d",
  seaByTheCoast: "rgba(84, 124, 156, 0.14)",
  land: "#20272f",
  ownLand: "#2a323b",
  coast: "#4a6478",
  country: "#8f99a6",
  border: "#58616c",
  river: "#2b4052",
  graticule: "rgba(132, 160, 186, 0.12)",
  text: "#e6ebf0",
  quietText: "#aeb7c2",
  halo: "rgba(12, 16, 21, 0.9)",
  strip: "rgba(24, 28, 33, 0.96)",
  hairline: "rgba(230, 235, 240, 0.16)",
  dot: "#10161d",
  rim: "#3b434c",
  globeLit: "#22303d",
  globeShaded: "#141c25",
  globeGraticule: "rgba(230, 235, 240, 0.14)",
  globeCoast: "#5c7a91",
  globeBorder: "rgba(150, 160, 172, 0.45)",
  verdicts: DARK_WORDS,
  marks: DARK_WORDS,
  markInk: "#10161d",
};

const palettes = new WeakMap<SKRSContext2D, Palette>();

/** Sets the theme of a canvas. */
export const setTheme = (ctx: SKRSContext2D, theme: MapTheme) =>
  palettes.set(ctx, theme === "dark" ? DARK_COLOURS : COLOURS);

/** The colours of a canvas. */
export const paletteOf = (ctx: SKRSContext2D): Palette => palettes.get(ctx) ?? COLOURS;
