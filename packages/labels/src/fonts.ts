import { readFileSync } from "node:fs";
import path from "node:path";
import { create, type Font } from "fontkit";
import { short } from "./svg";
import { fontRuns, type TextRow } from "./text";

/** Bundles of the service run in its root folder, so this path holds in all of them. */
const FOLDER = path.resolve("node_modules/@fontsource/inter/files");

/** The bytes of a font file of Inter, by its subset. */
export const fontBytes = (subset: string): Buffer =>
  readFileSync(path.join(FOLDER, `inter-${subset}-400-normal.woff`));

/** Inter's contextual forms turn `10x20` into another text than its characters. */
export const FONT_FEATURES = { calt: false };

const fonts = new Map<string, Font>();

function fontOf(subset: string): Font {
  const cached = fonts.get(subset);
  if (cached) return cached;
  const font = create(fontBytes(subset));
  if (!("layout" in font)) throw new Error(`The font file ${subset} is a collection.`);
  fonts.set(subset, font);
  return font;
}

/** The outline of one character as an SVG path in its own units, with its place in millimetres; its y axis points up. */
export interface Outline {
  d: string;
  x: number;
  y: number;
  scale: number;
}

/** The outlines of a row of text. */
export function outlinesOf({ text, x, baseline, size }: TextRow): Outline[] {
  let left = x;
  const outlines: Outline[] = [];
  for (const run of fontRuns(text)) {
    const font = fontOf(run.subset);
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(run.text, FONT_FEATURES);
    for (const [i, glyph] of glyphs.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[i] ?? {};
      const d = glyph.path.toSVG();
      if (d !== "") outlines.push({ d, x: left + xOffset * scale, y: baseline - yOffset * scale, scale });
      left += xAdvance * scale;
    }
  }
  return outlines;
}

/** Writes a row of text as outlines, for pictures and printers without the font. */
export const asOutlines = (row: TextRow): string =>
  outlinesOf(row)
    .map(({ d, x, y, scale }) => {
      const place = `translate(${short(x)} ${short(y)}) scale(${short(scale)} ${short(-scale)})`;
      return `<path transform="${place}" d="${d}"/>`;
    })
    .join("");
