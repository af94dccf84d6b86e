/** Kinds of colour vision: all cones, no long-wave cones, no middle-wave cones. */
export const SIGHTS = ["normal", "protanopia", "deuteranopia"] as const;
export type Sight = (typeof SIGHTS)[number];

type Triple = [number, number, number];

/** Matrices for linear RGB at full severity (Machado, Oliveira, Fernandes 2009). */
const MATRICES: Record<Sight, [Triple, Triple, Triple]> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};

const map = ([a, b, c]: Triple, of: (value: number) => number): Triple => [of(a), of(b), of(c)];
const dot = ([a, b, c]: Triple, [x, y, z]: Triple) => a * x + b * y + c * z;

/** Linear RGB of `#rrggbb`. */
function linear(hex: string): Triple {
  const part = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16) / 255;
  return map([part(1), part(3), part(5)], (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
}

/** CIELAB (D65) of a colour for a kind of colour vision. */
export function seen(hex: string, sight: Sight): Triple {
  const rgb = linear(hex);
  const [r, g, b] = MATRICES[sight];
  const shown = map([dot(r, rgb), dot(g, rgb), dot(b, rgb)], (v) => Math.min(1, Math.max(0, v)));
  const f = (t: number) => (t > 216 / 24_389 ? Math.cbrt(t) : ((24_389 / 27) * t + 16) / 116);
  const x = f(dot([0.4124564, 0.3575761, 0.1804375], shown) / 0.95047);
  const y = f(dot([0.2126729, 0.7151522, 0.072175], shown));
  const z = f(dot([0.0193339, 0.119192, 0.9503041], shown) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const RADIANS = Math.PI / 180;
const cos = (degrees: number) => Math.cos(degrees * RADIANS);
const hueOf = (b: number, a: number) => (a === 0 && b === 0 ? 0 : (Math.atan2(b, a) / RADIANS + 360) % 360);

/** CIEDE2000 (Sharma, Wu, Dalal 2005): 1 is barely noticeable; above about 10, colours differ at a glance. */
export function difference([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const meanC = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 0.5 * (1 - Math.sqrt(meanC ** 7 / (meanC ** 7 + 25 ** 7)));
  const [c1, c2] = [Math.hypot(a1 * (1 + g), b1), Math.hypot(a2 * (1 + g), b2)];
  const [h1, h2] = [hueOf(b1, a1 * (1 + g)), hueOf(b2, a2 * (1 + g))];
  const isGrey = c1 * c2 === 0;
  const turn = h2 - h1 > 180 ? -360 : h2 - h1 < -180 ? 360 : 0;
  const dl = l2 - l1;
  const dc = c2 - c1;
  const dh = isGrey ? 0 : 2 * Math.sqrt(c1 * c2) * Math.sin(((h2 - h1 + turn) / 2) * RADIANS);
  const l = (l1 + l2) / 2;
  const c = (c1 + c2) / 2;
  const h = isGrey ? h1 + h2 : ((h1 + h2 + (turn === 0 ? 0 : 360)) / 2) % 360;
  const t = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.2 * cos(4 * h - 63);
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
  const sc = 1 + 0.045 * c;
  const sh = 1 + 0.015 * c * t;
  const turned = Math.sin(60 * Math.exp(-(((h - 275) / 25) ** 2)) * RADIANS);
  const rt = -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * turned;
  return Math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * (dc / sc) * (dh / sh));
}

/** The pairs of colours with a difference below `least` for any colour vision, as `sight a b difference`. */
export function confused(colours: readonly string[], least: number): string[] {
  return SIGHTS.flatMap((sight) =>
    colours.flatMap((one, i) =>
      colours.slice(i + 1).flatMap((other) => {
        const apart = difference(seen(one, sight), seen(other, sight));
        return apart < least ? [`${sight} ${one} ${other} ${apart.toFixed(1)}`] : [];
      }),
    ),
  );
}

const luminance = (hex: string) => dot([0.2126, 0.7152, 0.0722], linear(hex));

/** WCAG 2's contrast, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
