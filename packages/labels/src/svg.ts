import { type Drawing, drawLabel, type Label, type LabelContent } from "./label";
import { cornerOf, cutMarks, drawOn, type Layout } from "./layout";
import { type PlacedSymbol, SCRATCH_LINE_MM, type ScratchField } from "./scratch";
import type { TextRow } from "./text";

/** Writes one row of text as an element. */
export type TextElement = (row: TextRow) => string;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

/** Text for browsers, which have fonts. `textLength` keeps the width where Inter is missing. */
const asText: TextElement = ({ text, x, baseline, size, width }) =>
  `<text x="${short(x)}" y="${short(baseline)}" font-family="Inter Variable, Inter, sans-serif" font-size="${short(size)}" ` +
  `textLength="${short(width)}" lengthAdjust="spacingAndGlyphs">${escaped(text)}</text>`;

/** A number without digits beyond a nanometre. */
export const short = (value: number): string => String(Math.round(value * 1e6) / 1e6);

/** Draws a label as SVG, in millimetres. */
export function svgOfLabel(label: Label, textElement: TextElement = asText, draw = drawLabel): string {
  const drawing = draw(label);
  const { width, height } = drawing;
  const size = `width="${short(width)}mm" height="${short(height)}mm"`;
  return svg(width, height, size, elementsOf(drawing, textElement));
}

/** Draws a page of labels as SVG with the outlines of the labels, for a preview. `contents` are those of this page. */
export function svgOfPage(layout: Layout, contents: LabelContent[], skip = 0): string {
  const { grid } = layout;
  const { width, height } = grid.page;
  const outlines = Array.from({ length: grid.columns * grid.rows }, (_, place) => {
    const { x, y } = cornerOf(layout, place);
    const corner = `x="${short(x)}" y="${short(y)}" width="${short(grid.width)}" height="${short(grid.height)}"`;
    return `<rect ${corner} rx="1" fill="none" stroke="#adb5bd" stroke-width="0.15"/>`;
  });
  const labels = contents.slice(0, grid.columns * grid.rows - skip).map((content, i) => {
    const { x, y } = cornerOf(layout, skip + i);
    return `<g transform="translate(${short(x)} ${short(y)})">${elementsOf(drawOn(layout, content), asText)}</g>`;
  });
  const marks = layout.cutMarks
    ? cutMarks(layout).map(([x1, y1, x2, y2]) => `M${short(x1)} ${short(y1)}L${short(x2)} ${short(y2)}`)
    : [];
  const lines = `<path d="${marks.join("")}" stroke="#000" stroke-width="0.1"/>`;
  return svg(
    width,
    height,
    `width="${short(width)}mm" height="${short(height)}mm"`,
    [...outlines, ...labels, lines].join(""),
  );
}

/** The elements of a drawing: a path for each symbol, the box of a scratch field, and the rows of text. */
export function elementsOf(drawing: Drawing, textElement: TextElement): string {
  const { rows, scratch } = drawing;
  const hidden = scratch?.symbol ? symbolElement(scratch.symbol) : "";
  const box = scratch ? boxElement(scratch) : "";
  return symbolElement(drawing) + hidden + box + rows.map(textElement).join("");
}

function symbolElement({ modules, x, y, moduleMm, rowMm }: PlacedSymbol): string {
  const path = modules.runs.map((run) => `M${run.x} ${run.y}h${run.width}v1h-${run.width}z`).join("");
  const place = `translate(${short(x)} ${short(y)}) scale(${short(moduleMm)} ${short(rowMm)})`;
  return `<path transform="${place}" d="${path}" shape-rendering="crispEdges"/>`;
}

/** The edge of a scratch field, where the film is laid on. */
const boxElement = ({ x, y, width, height }: ScratchField) =>
  `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" fill="none" stroke="#000" stroke-width="${SCRATCH_LINE_MM}"/>`;

/** An SVG document on white. */
export function svg(width: number, height: number, size: string, content: string): string {
  const box = `0 0 ${short(width)} ${short(height)}`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="${box}">` +
    `<rect width="100%" height="100%" fill="#fff"/>${content}</svg>`
  );
}
