/** GS1's smallest module for retail, in millimetres. */
export const GS1_MIN_MODULE_MM = 0.396;
/** Two dots of a printer with 300 dpi: smaller modules run together. */
export const MIN_MODULE_MM = 0.169;

/** Rounds a length down to whole dots. */
export const dotsDown = (mm: number, dpi?: number) =>
  dpi === undefined ? mm : (Math.floor((mm * dpi) / 25.4 + 1e-6) * 25.4) / dpi;

/** Rounds a place to the nearest dot. */
export const toDot = (mm: number, dpi?: number) =>
  dpi === undefined ? mm : (Math.round((mm * dpi) / 25.4) * 25.4) / dpi;
