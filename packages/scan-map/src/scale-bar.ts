const STEPS = [5, 2, 1];

export interface ScaleBar {
  /** The length on the ground. */
  km: number;
  pixels: number;
}

/** The longest bar within `maxPixels` whose length is 1, 2 or 5 times a power of ten. */
export function scaleBar(kmPerPixel: number, maxPixels: number): ScaleBar {
  const maxKm = kmPerPixel * maxPixels;
  const power = 10 ** Math.floor(Math.log10(maxKm));
  const step = STEPS.find((candidate) => candidate * power <= maxKm) ?? 1;
  const km = step * power;
  return { km, pixels: km / kmPerPixel };
}
