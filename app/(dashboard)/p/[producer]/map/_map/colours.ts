import { RATE_STEPS } from "./counts";

/** Of a fake rate's steps, the lowest first: readable under `INK`, and told apart by lightness too. */
export const RATE_COLOURS = ["#2c7a67", "#8fbf7f", "#e3cf62", "#ee9a3a", "#b8322a"] as const;
export const RATE_INK = ["#ffffff", "#1b1f24", "#1b1f24", "#1b1f24", "#ffffff"] as const;

export const colourOfStep = (step: number) => RATE_COLOURS[step] ?? RATE_COLOURS[0];
export const inkOfStep = (step: number) => RATE_INK[step] ?? RATE_INK[0];

export const STEP_COUNT = RATE_STEPS.length;

/** From few scans to many. */
export const HEAT = ["#3d6fd0", "#6a4fc4", "#b0408f", "#e2604f", "#f9b45c"] as const;

/** What the ground is drawn in. */
export interface Ground {
  sea: string;
  land: string;
  coast: string;
  border: string;
  river: string;
  country: string;
  town: string;
  halo: string;
  selection: string;
  noRate: string;
}

export const LIGHT: Ground = {
  sea: "#cfdfea",
  land: "#f5f3ec",
  coast: "#8fb2c9",
  border: "#c3b8bd",
  river: "#b4d0e1",
  country: "#7d7688",
  town: "#4a5668",
  halo: "rgba(255, 255, 255, 0.85)",
  selection: "#1d5bb2",
  noRate: "#dcd9d0",
};

export const DARK: Ground = {
  sea: "#10161d",
  land: "#232a32",
  coast: "#3c5163",
  border: "#4a525c",
  river: "#1d2a36",
  country: "#98a2ae",
  town: "#b9c1ca",
  halo: "rgba(12, 16, 21, 0.85)",
  selection: "#86afe6",
  noRate: "#343b43",
};
