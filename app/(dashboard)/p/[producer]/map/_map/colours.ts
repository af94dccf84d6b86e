/** Colours of the fake-rate steps, lowest first: blue to red, distinct for red-green blindness. */
export const RATE_COLOURS = ["#1f6699", "#8fc1da", "#f7e8a0", "#e98a2c", "#9c1420"] as const;
export const RATE_INK = ["#ffffff", "#1b1f24", "#1b1f24", "#1b1f24", "#ffffff"] as const;

/** Outline widths in pixels: high rates are outlined, so that colour is not their only sign. */
export const RATE_OUTLINES = [0, 0, 0, 1.5, 3] as const;
/** Opacity of countries; land shows through. */
export const FILL_OPACITY = 0.82;

export const colourOfStep = (step: number) => RATE_COLOURS[step] ?? RATE_COLOURS[0];
export const inkOfStep = (step: number) => RATE_INK[step] ?? RATE_INK[0];

export const outlineOfStep = (step: number | undefined) => RATE_OUTLINES[step ?? 0] ?? 0;

/** Colours of the base map. */
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
  /** Outline of countries with a high rate. */
  outline: string;
  /** From few scans to many: lightness moves away from that of the ground. */
  heat: readonly [string, string, string, string, string];
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
  outline: "#1b1f24",
  heat: ["#f5d98c", "#e8924a", "#c2523a", "#86203d", "#3d0a28"],
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
  outline: "#f2f4f7",
  heat: ["#5d2450", "#a0324f", "#d9653f", "#f0a552", "#fbe7a3"],
};
