import type { SKRSContext2D } from "@napi-rs/canvas";
import { fontFor } from "./fonts";
import type { Box } from "./labels";
import type { Localised } from "./locale";
import { scaleBar } from "./scale-bar";
import { paletteOf } from "./style";
import type { View } from "./view";

const LEFT = 14;
const MAX_LENGTH = 96;
const HEIGHT = 26;
const TEXT_ROOM = 62;

/** The area of the scale bar, above `bottom`. */
export const scaleBarBox = (bottom: number): Box => ({
  left: 0,
  top: bottom - HEIGHT,
  right: LEFT + MAX_LENGTH + TEXT_ROOM,
  bottom,
});

/** Draws a bar of a round length, true at the place itself. */
export function drawScaleBar(
  ctx: SKRSContext2D,
  { kmPerPixel }: View,
  bottom: number,
  localised: Localised,
): void {
  const { km, pixels } = scaleBar(kmPerPixel, MAX_LENGTH);
  const y = bottom - 11;
  ctx.beginPath();
  ctx.moveTo(LEFT, y - 4);
  ctx.lineTo(LEFT, y);
  ctx.lineTo(LEFT + pixels, y);
  ctx.lineTo(LEFT + pixels, y - 4);
  ctx.lineJoin = "round";
  ctx.lineCap = "round";
  ctx.strokeStyle = paletteOf(ctx).halo;
  ctx.lineWidth = 4;
  ctx.stroke();
  ctx.strokeStyle = paletteOf(ctx).text;
  ctx.lineWidth = 1.4;
  ctx.stroke();
  const text = localised.kilometres(km);
  ctx.font = fontFor(text, 10.5, 500, localised.language);
  ctx.direction = localised.isRightToLeft ? "rtl" : "ltr";
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.strokeStyle = paletteOf(ctx).halo;
  ctx.lineWidth = 3;
  ctx.strokeText(text, LEFT + pixels + 7, y - 2);
  ctx.fillStyle = paletteOf(ctx).text;
  ctx.fillText(text, LEFT + pixels + 7, y - 2);
}
