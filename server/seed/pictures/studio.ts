import type { SKRSContext2D } from "@napi-rs/canvas";

/** Width and height of pictures in pixels; all coordinates use them. */
export const SIDE = 1_200;

export type Brush = SKRSContext2D;

/** Lightens (amount above 0) or darkens (below 0) a colour. `hex` is `#rrggbb`. */
export function shade(hex: string, amount: number): string {
  const to = amount > 0 ? 255 : 0;
  const channels = [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16));
  const moved = channels.map((channel) => Math.round(channel + (to - channel) * Math.abs(amount)));
  return `rgb(${moved.join(",")})`;
}

/** Builds a linear gradient with evenly spaced colours. */
export function fade(
  brush: Brush,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  colours: string[],
) {
  const gradient = brush.createLinearGradient(x1, y1, x2, y2);
  colours.forEach((colour, i) => {
    gradient.addColorStop(i / (colours.length - 1), colour);
  });
  return gradient;
}

/** Builds a radial gradient with evenly spaced colours. */
export function glow(brush: Brush, [x, y, radius]: readonly [number, number, number], colours: string[]) {
  const gradient = brush.createRadialGradient(x, y, 0, x, y, radius);
  colours.forEach((colour, i) => {
    gradient.addColorStop(i / (colours.length - 1), colour);
  });
  return gradient;
}

/** Draws wall and floor in one colour, lit from above. */
export function drawStudio(brush: Brush, ground: string): void {
  brush.fillStyle = fade(brush, [0, 0, 0, SIDE], [shade(ground, 0.35), ground]);
  brush.fillRect(0, 0, SIDE, SIDE);
  brush.fillStyle = glow(brush, [SIDE / 2, 430, 720], ["rgba(255,255,255,0.75)", "rgba(255,255,255,0)"]);
  brush.fillRect(0, 0, SIDE, SIDE);
  brush.fillStyle = fade(brush, [0, 830, 0, SIDE], ["rgba(0,0,0,0)", "rgba(0,0,0,0.07)"]);
  brush.fillRect(0, 830, SIDE, SIDE - 830);
}

/** Draws the shadow of an object on the floor. */
export function drawShadow(brush: Brush, x: number, y: number, width: number, height = width * 0.13): void {
  brush.save();
  brush.translate(x, y);
  brush.scale(1, height / width);
  brush.fillStyle = glow(
    brush,
    [0, 0, width],
    ["rgba(20,18,16,0.5)", "rgba(20,18,16,0.16)", "rgba(20,18,16,0)"],
  );
  brush.beginPath();
  brush.arc(0, 0, width, 0, 2 * Math.PI);
  brush.fill();
  brush.restore();
}

/** Fills a rectangle with rounded corners. */
export function fillRound(
  brush: Brush,
  [x, y, width, height]: readonly [number, number, number, number],
  radius: number | number[],
): void {
  brush.beginPath();
  brush.roundRect(x, y, width, height, radius);
  brush.fill();
}

export function fillCircle(brush: Brush, x: number, y: number, radius: number): void {
  brush.beginPath();
  brush.arc(x, y, radius, 0, 2 * Math.PI);
  brush.fill();
}

export type Palette = readonly [body: string, accent: string, ground: string];
