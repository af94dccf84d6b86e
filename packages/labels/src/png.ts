import sharp from "sharp";
import { asOutlines } from "./fonts";
import { drawLabel, type Label } from "./label";
import { elementsOf, svg, svgOfLabel } from "./svg";

/** Draws a label as SVG with its text as outlines: it looks the same without the font. */
export const outlinedSvgOfLabel = (label: Label): string => svgOfLabel(label, asOutlines);

/** Draws a label as PNG in shades of grey. Modules are whole dots. */
export function pngOfLabel(label: Label, { dpi = 300 }: { dpi?: number } = {}): Promise<Buffer> {
  const drawing = drawLabel({ ...label, style: { ...label.style, dpi } });
  const [columns, rows] = [drawing.width, drawing.height].map((mm) =>
    Math.max(1, Math.round((mm * dpi) / 25.4)),
  );
  const size = `width="${columns}" height="${rows}"`;
  const mm = (dots = 0) => (dots * 25.4) / dpi;
  const source = svg(mm(columns), mm(rows), size, elementsOf(drawing, asOutlines));
  return sharp(Buffer.from(source)).toColourspace("b-w").png().withMetadata({ density: dpi }).toBuffer();
}
