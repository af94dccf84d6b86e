import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Box } from "./labels";
import type { Classification } from "./options";
import { MARKER_COLOURS } from "./style";
import type { Point } from "./view";

const RADIUS = 14;
/** From the tip to the middle of the head. */
const STEM = 25;
/** Below this the picture has room for a dot only. */
const MIN_FOR_PIN = 56;

/** A marker of a size that suits the picture: its tip is on the place itself. */
export function markerSize({ width, height }: { width: number; height: number }): number {
  const room = Math.min(width, height);
  return room < MIN_FOR_PIN ? 0 : Math.min(1, 0.62 + room / 700);
}

/** What the marker covers. */
export function markerBox({ x, y }: Point, size: number): Box {
  const side = (RADIUS + 3) * size;
  return { left: x - side, top: y - (STEM + RADIUS + 3) * size, right: x + side, bottom: y + 4 * size };
}

/** A soft spot of the classification's colour around the place. */
export function drawHalo(
  ctx: SKRSContext2D,
  { x, y }: Point,
  radius: number,
  classification: Classification,
): void {
  const glow = ctx.createRadialGradient(x, y, 0, x, y, radius);
  const alpha = (hex: string) => `${MARKER_COLOURS[classification]}${hex}`;
  glow.addColorStop(0, alpha("66"));
  glow.addColorStop(0.45, alpha("2b"));
  glow.addColorStop(1, alpha("00"));
  ctx.fillStyle = glow;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fill();
}

/** The marker: a pin with the classification's sign, or a mere dot where there is no room. */
export function drawMarker(
  ctx: SKRSContext2D,
  at: Point,
  size: number,
  classification: Classification,
): void {
  const colour = MARKER_COLOURS[classification];
  if (size === 0) drawDot(ctx, at, colour);
  else drawPin(ctx, at, size, classification);
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
  ctx.strokeStyle = "#ffffff";
  ctx.lineWidth = 4;
  ctx.stroke();
  ctx.fillStyle = MARKER_COLOURS[classification];
  ctx.fill();
  ctx.translate(0, -STEM);
  drawSign(ctx, classification);
  ctx.restore();
}

function drawDot(ctx: SKRSContext2D, { x, y }: Point, colour: string): void {
  ctx.beginPath();
  ctx.arc(x, y, 4, 0, 2 * Math.PI);
  ctx.fillStyle = "#ffffff";
  ctx.fill();
  ctx.beginPath();
  ctx.arc(x, y, 3, 0, 2 * Math.PI);
  ctx.fillStyle = colour;
  ctx.fill();
}

function pin(ctx: SKRSContext2D): void {
  ctx.beginPath();
  ctx.moveTo(0, 0);
  ctx.bezierCurveTo(-2.5, -6, -RADIUS, -STEM + 11, -RADIUS, -STEM);
  ctx.arc(0, -STEM, RADIUS, Math.PI, 0);
  ctx.bezierCurveTo(RADIUS, -STEM + 11, 2.5, -6, 0, 0);
  ctx.closePath();
}

/** The sign of a classification around the origin, in white, about 12 pixels high. */
export function drawSign(ctx: SKRSContext2D, classification: Classification): void {
  ctx.strokeStyle = "#ffffff";
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
