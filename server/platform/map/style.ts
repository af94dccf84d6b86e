import type { Classification } from "./scan-map";

export const COLOURS = {
  sea: "#cddfeb",
  seaByTheCoast: "rgba(116, 158, 189, 0.20)",
  land: "#f1ede4",
  /** Of the country that the place is in. */
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
};

/** Always together with a sign of its own: colour alone tells not everybody. */
export const MARKER_COLOURS: Record<Classification, string> = {
  original: "#0f8158",
  fake: "#c92a2a",
  unknown: "#66727f",
  error: "#b86a00",
};
