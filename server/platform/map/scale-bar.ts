const STEPS = [5, 2, 1];

export interface ScaleBar {
  /** What its whole length is on the ground. */
  km: number;
  pixels: number;
}

/** The longest bar of at most so many pixels whose length is 1, 2 or 5 times a power of ten. */
export function scaleBar(kmPerPixel: number, mostPixels: number): ScaleBar {
  const most = kmPerPixel * mostPixels;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = STEPS.find((candidate) => candidate * power <= most) ?? 1;
  const km = step * power;
  return { km, pixels: km / kmPerPixel };
}
