import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Box } from "./labels";
import { drawShape } from "./marker-shape";
import { drawSign } from "./marker-sign";
import type { Classification } from "./options";
import { paletteOf } from "./style";
import type { Point, View } from "./view";

const RADIUS = 14;
/** From the tip to the centre of the head. */
const STEM = 25;
/** A smaller picture has no room for a pin with a sign. */
const MIN_PIN_SIDE = 56;

/** The size of the marker for a picture. The marker's tip is on the place itself. */
export function markerSize({ width, height }: { width: number; height: number }): number {
  const room = Math.min(width, height);
  return room < MIN_PIN_SIDE ? 0 : Math.min(1, 0.62 + room / 700);
}

/** The area of the marker. */
export function markerBox({ x, y }: Point, size: number): Box {
  const side = (RADIUS + 3) * size;
  return { left: x - side, top: y - (STEM + RADIUS + 3) * size, right: x + side, bottom: y + 4 * size };
}

/** Draws a soft glow in the classification's colour around the place. */
export function drawHalo(
  ctx: SKRSContext2D,
  { x, y }: Point,
  radius: number,
  classification: Classification,
): void {
  const glow = ctx.createRadialGradient(x, y, 0, x, y, radius);
  const alpha = (hex: string) => `${paletteOf(ctx).marks[classification]}${hex}`;
  glow.addColorStop(0, alpha("66"));
  glow.addColorStop(0.45, alpha("2b"));
  glow.addColorStop(1, alpha("00"));
  ctx.fillStyle = glow;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fill();
}

/** Draws the marker: a pin with the classification's sign, or only its shape where a pin has no room. */
export function drawMarker(
  ctx: SKRSContext2D,
  view: Pick<View, "width" | "height" | "anchor">,
  classification: Classification,
): void {
  const size = markerSize(view);
  if (size === 0) drawShape(ctx, view.anchor, Math.min(view.width, view.height), classification);
  else drawPin(ctx, view.anchor, size, classification);
}

function drawPin(ctx: SKRSContext2D, at: Point, size: number, classification: Classification): void {
  ctx.save();
  ctx.translate(at.x, at.y);
  ctx.scale(size, size);
  ctx.fillStyle = "rgba(20, 32, 46, 0.32)";
  ctx.beginPath();
  ctx.ellipse(0, 0.5, 6.5, 2.6, 0, 0, 2 * Math.PI);
  ctx.fill();
  pin(ctx);
  ctx.lineJoin = "round";
  const { markInk, marks } = paletteOf(ctx);
  ctx.strokeStyle = markInk;
  ctx.lineWidth = 4;
  ctx.stroke();
  ctx.fillStyle = marks[classification];
  ctx.fill();
  ctx.translate(0, -STEM);
  drawSign(ctx, classification);
  ctx.restore();
}

function pin(ctx: SKRSContext2D): void {
  ctx.beginPath();
  ctx.moveTo(0, 0);
  ctx.bezierCurveTo(-2.5, -6, -RADIUS, -STEM + 11, -RADIUS, -STEM);
  ctx.arc(0, -STEM, RADIUS, Math.PI, 0);
  ctx.bezierCurveTo(RADIUS, -STEM + 11, 2.5, -6, 0, 0);
  ctx.closePath();
}
