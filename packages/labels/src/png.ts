import { createCanvas, Path2D } from "@napi-rs/canvas";
import sharp from "sharp";
import { asOutlines, outlinesOf } from "./fonts";
import { drawInFile, type Label } from "./label";
import { DEFAULT_PICTURE_DPI, pictureSize } from "./picture";
import { SCRATCH_LINE_MM } from "./scratch";
import { svgOfLabel } from "./svg";

/** Draws a label as SVG with its text as outlines: it looks the same without the font. */
export const outlinedSvgOfLabel = (label: Label): string => svgOfLabel(label, asOutlines, drawInFile);

/**
 * Draws a label as PNG in shades of grey. Modules are whole dots.
 * @throws LabelFault if it has too many pixels
 */
export async function pngOfLabel(
  label: Label,
  { dpi = DEFAULT_PICTURE_DPI }: { dpi?: number } = {},
): Promise<Buffer> {
  const { width, height } = pictureSize(label, dpi);
  const drawing = drawInFile({ ...label, style: { ...label.style, dpi } });
  const { rows, scratch } = drawing;
  const dots = (mm: number) => (mm * dpi) / 25.4;
  const edge = (mm: number) => Math.round(dots(mm));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.fillStyle = "#000";
  for (const { modules, x, y, moduleMm, rowMm } of scratch?.symbol ? [drawing, scratch.symbol] : [drawing])
    for (const run of modules.runs) {
      const [left, right] = [edge(x + run.x * moduleMm), edge(x + (run.x + run.width) * moduleMm)];
      const [top, bottom] = [edge(y + run.y * rowMm), edge(y + (run.y + 1) * rowMm)];
      context.fillRect(left, top, right - left, bottom - top);
    }
  if (scratch) {
    context.lineWidth = Math.max(1, dots(SCRATCH_LINE_MM));
    context.strokeRect(dots(scratch.x), dots(scratch.y), dots(scratch.width), dots(scratch.height));
  }
  for (const outline of rows.flatMap(outlinesOf)) {
    const scale = dots(outline.scale);
    context.setTransform(scale, 0, 0, -scale, dots(outline.x), dots(outline.y));
    context.fill(new Path2D(outline.d));
  }
  return sharp(canvas.data(), { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .toColourspace("b-w")
    .png()
    .withMetadata({ density: dpi })
    .toBuffer();
}
