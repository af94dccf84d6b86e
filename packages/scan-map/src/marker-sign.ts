import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Classification } from "./options";
import { paletteOf } from "./style";

/** Draws the sign of a classification around the origin, about 12 pixels high. */
export function drawSign(ctx: SKRSContext2D, classification: Classification): void {
  ctx.strokeStyle = paletteOf(ctx).markInk;
  ctx.lineWidth = 3;
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  ctx.beginPath();
  SIGNS[classification](ctx);
  ctx.stroke();
}

const SIGNS: Record<Classification, (ctx: SKRSContext2D) => void> = {
  original(ctx) {
    ctx.moveTo(-6, 0.5);
    ctx.lineTo(-2, 4.8);
    ctx.lineTo(6, -4.2);
  },
  fake(ctx) {
    ctx.moveTo(-4.6, -4.6);
    ctx.lineTo(4.6, 4.6);
    ctx.moveTo(4.6, -4.6);
    ctx.lineTo(-4.6, 4.6);
  },
  unknown(ctx) {
    ctx.arc(0, -2.6, 3.9, Math.PI, 0.25 * Math.PI);
    ctx.quadraticCurveTo(0, 1.2, 0, 2.4);
    ctx.moveTo(0, 6.8);
    ctx.lineTo(0, 6.9);
  },
  error(ctx) {
    ctx.moveTo(0, -6.6);
    ctx.lineTo(0, 1.4);
    ctx.moveTo(0, 6.4);
    ctx.lineTo(0, 6.5);
  },
};
