import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Classification } from "./options";
import { paletteOf } from "./style";
import type { Point } from "./view";

const MIN_RADIUS = 4;
const MAX_RADIUS = 7;
/** Share of the picture's shorter side. */
const PART = 1 / 6;
const EDGE = 2;

/** Draws the shape of a classification, in a picture too small for a sign. */
export function drawShape(
  ctx: SKRSContext2D,
  { x, y }: Point,
  shorterSide: number,
  classification: Classification,
): void {
  const radius = Math.max(MIN_RADIUS, Math.min(MAX_RADIUS, shorterSide * PART));
  const { markInk, marks } = paletteOf(ctx);
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(radius, radius);
  ctx.beginPath();
  SHAPES[classification](ctx);
  ctx.lineJoin = "round";
  ctx.strokeStyle = markInk;
  ctx.lineWidth = EDGE / radius;
  ctx.stroke();
  ctx.fillStyle = markInk;
  ctx.fill();
  ctx.fillStyle = marks[classification];
  ctx.fill("evenodd");
  ctx.restore();
}

/** Around the origin, with a radius of about 1. */
const SHAPES: Record<Classification, (ctx: SKRSContext2D) => void> = {
  /** A disc. */
  original(ctx) {
    ctx.arc(0, 0, 1, 0, 2 * Math.PI);
  },
  /** A cross. */
  fake(ctx) {
    const [arm, notch] = [1.3, 0.42];
    ctx.rotate(Math.PI / 4);
    for (let quarter = 0; quarter < 4; quarter++) {
      ctx.lineTo(arm, -notch);
      ctx.lineTo(arm, notch);
      ctx.lineTo(notch, notch);
      ctx.rotate(Math.PI / 2);
    }
    ctx.closePath();
  },
  /** A ring. */
  unknown(ctx) {
    ctx.arc(0, 0, 1.05, 0, 2 * Math.PI);
    ctx.closePath();
    ctx.moveTo(0.5, 0);
    ctx.arc(0, 0, 0.5, 0, 2 * Math.PI);
  },
  /** A triangle. */
  error(ctx) {
    ctx.moveTo(0, -1.2);
    ctx.lineTo(1.2, 0.9);
    ctx.lineTo(-1.2, 0.9);
    ctx.closePath();
  },
};
