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

/** Writes a row of text as outlines, for pictures and printers without the font. */
export function asOutlines({ text, x, baseline, size }: TextRow): string {
  let left = x;
  const paths: string[] = [];
  for (const run of fontRuns(text)) {
    const font = fontOf(run.subset);
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(run.text, FONT_FEATURES);
    for (const [i, glyph] of glyphs.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[i] ?? {};
      const at = `translate(${short(left + xOffset * scale)} ${short(baseline - yOffset * scale)})`;
      const d = glyph.path.toSVG();
      if (d !== "") paths.push(`<path transform="${at} scale(${short(scale)} ${short(-scale)})" d="${d}"/>`);
      left += xAdvance * scale;
    }
  }
  return paths.join("");
}
