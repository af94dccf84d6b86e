import { LabelFault } from "./fault";
import { dotsDown, GS1_MIN_MODULE_MM, MIN_MODULE_MM, toDot } from "./modules";
import { drawScratch, type ScratchContent, type ScratchField } from "./scratch";
import {
  type ErrorCorrection,
  encodeSymbol,
  MIN_QUIET_ZONE_MODULES,
  type SymbolKind,
  type SymbolModules,
} from "./symbol";
import { fitText, heightOfLines, type TextArea, type TextRow } from "./text";

/** How labels look. Lengths are millimetres, font sizes points. */
export interface LabelStyle {
  symbol: SymbolKind;
  /** For QR codes. */
  errorCorrection: ErrorCorrection;
  /** White modules around the symbol; the symbology's minimum by default. */
  quietZoneModules?: number;
  /** From the label's edge to symbol and text. */
  margin: number;
  /** Between symbol and text. */
  gap: number;
  fontSizePt: number;
  minFontSizePt: number;
  /** Makes modules whole dots of a printer or picture. */
  dpi?: number;
}

export const DEFAULT_STYLE: LabelStyle = {
  symbol: "qr",
  errorCorrection: "M",
  margin: 1.5,
  gap: 1.5,
  fontSizePt: 8,
  minFontSizePt: 4.5,
};

/** What one label shows: the symbol's text and the lines beside it. */
export interface LabelContent {
  payload: string;
  lines: string[];
  /** Is covered by a film that is scratched off. */
  scratch?: ScratchContent;
}

/** One label with its size in millimetres. */
export interface Label extends LabelContent {
  width: number;
  height: number;
  style: LabelStyle;
}

export type LabelWarning = "module-below-gs1" | "text-cut" | "character-replaced";

/** A label as modules and rows of text in their places, in millimetres from its upper left corner. */
export interface Drawing {
  width: number;
  height: number;
  modules: SymbolModules;
  x: number;
  y: number;
  moduleMm: number;
  /** Height of a row: a module, or that of the bars. */
  rowMm: number;
  rows: TextRow[];
  /** The field below everything else; its text is among the rows. */
  scratch?: ScratchField;
  warnings: LabelWarning[];
}

/** GS1's largest module. */
const MAX_BAR_MODULE_MM = 0.66;
const MIN_BAR_HEIGHT_MM = 3;

/** Wider labels have their text beside the symbol. */
const BESIDE_RATIO = 1.35;
/** Share of the width that a symbol leaves for text beside it, and of the height for text below. */
const BESIDE_SHARE = 0.4;
const BELOW_SHARE = 0.4;

/**
 * Draws a label.
 * @throws LabelFault if the symbol cannot hold the text or its modules would be smaller than `MIN_MODULE_MM`
 */
export function drawLabel(label: Label): Drawing {
  if (!label.scratch) return drawOpen(label);
  const field = drawScratch(label, label.scratch);
  // The margin of the rest is the distance to the field.
  const open = drawOpen({ ...label, height: field.y });
  const { rows, warnings, ...scratch } = field;
  const all = { rows: [...open.rows, ...rows], warnings: [...new Set([...open.warnings, ...warnings])] };
  return { ...open, ...all, height: label.height, scratch };
}

/** Draws what is not covered. */
function drawOpen(label: Label): Drawing {
  const { style } = label;
  const quiet = quietZoneOf(style);
  const modules = encodeSymbol(style.symbol, label.payload, style.errorCorrection);
  const lines = label.lines.filter((line) => line.trim() !== "");
  const isLinear = style.symbol === "code-128";
  const isBeside = !isLinear && lines.length > 0 && label.width > BESIDE_RATIO * label.height;
  const layOut = isLinear ? bars : isBeside ? beside : below;
  const { area, ...symbol } = layOut({ ...label, lines }, modules, quiet);
  const warnings: LabelWarning[] = [];
  if (symbol.moduleMm < MIN_MODULE_MM || symbol.rowMm * modules.rows < (isLinear ? MIN_BAR_HEIGHT_MM : 0)) {
    const size = `${label.width} x ${label.height} mm`;
    throw new LabelFault("too-small", `The symbol for "${label.payload}" does not fit a label of ${size}.`);
  }
  if (symbol.moduleMm < GS1_MIN_MODULE_MM - 1e-9) warnings.push("module-below-gs1");
  const text = fitText(lines, area, style);
  if (text.isCut) warnings.push("text-cut");
  if (text.isReplaced) warnings.push("character-replaced");
  return { width: label.width, height: label.height, modules, ...symbol, rows: text.rows, warnings };
}

/**
 * Draws a label of a file. One without room for its symbol shows × and the symbol's text instead, because it must not end
 * the file.
 * @throws LabelFault if no label of the layout can be drawn
 */
export function drawInFile(label: Label): Drawing {
  try {
    return drawLabel(label);
  } catch (fault) {
    if (!(fault instanceof LabelFault) || (fault.code !== "too-small" && fault.code !== "payload"))
      throw fault;
    const { width, height, style, payload } = label;
    const { margin } = style;
    const area: TextArea = {
      x: margin,
      y: margin,
      width: width - 2 * margin,
      height: height - 2 * margin,
      align: "center",
    };
    const modules = { columns: 0, rows: 0, runs: [] };
    const { rows } = fitText([`× ${payload}`], area, style);
    return { width, height, modules, x: 0, y: 0, moduleMm: 0, rowMm: 0, rows, warnings: [] };
  }
}

function quietZoneOf({ symbol, quietZoneModules = MIN_QUIET_ZONE_MODULES[symbol] }: LabelStyle): number {
  const least = MIN_QUIET_ZONE_MODULES[symbol];
  if (quietZoneModules >= least) return quietZoneModules;
  throw new LabelFault("quiet-zone", `The quiet zone of ${symbol} has at least ${least} modules.`);
}

interface Placed {
  x: number;
  y: number;
  moduleMm: number;
  rowMm: number;
  area: TextArea;
}

/**
 * The largest module for `count` of them within a length, with white on both sides: at least a distance and the quiet
 * zone. The label's own margin counts as quiet zone.
 */
function largestModule(length: number, count: number, quiet: number, before: number, after: number): number {
  return Math.min(
    (length - before - after) / count,
    (length - before) / (count + quiet),
    (length - after) / (count + quiet),
    length / (count + 2 * quiet),
  );
}

/** A square symbol on the left, text on the right. */
function beside({ width, height, style }: Label, { columns, rows }: SymbolModules, quiet: number): Placed {
  const { margin, gap, dpi } = style;
  const textWidth = BESIDE_SHARE * width;
  const moduleMm = dotsDown(
    Math.min(
      largestModule(height, rows, quiet, margin, margin),
      largestModule(width - margin - textWidth, columns, quiet, margin, gap),
    ),
    dpi,
  );
  const y = toDot((height - rows * moduleMm) / 2, dpi);
  const x = toDot(Math.max(margin, quiet * moduleMm), dpi);
  const textX = x + columns * moduleMm + Math.max(gap, quiet * moduleMm);
  const area: TextArea = {
    x: textX,
    y: margin,
    width: width - margin - textX,
    height: height - 2 * margin,
    align: "left",
  };
  return { x, y, moduleMm, rowMm: moduleMm, area };
}

/** Height that text below a symbol gets. */
function heightBelow({ height, lines, style }: Label): number {
  const natural = heightOfLines(lines.length, style.fontSizePt);
  return Math.min(natural, BELOW_SHARE * (height - 2 * style.margin));
}

/** A square symbol above text, both centred. */
function below(label: Label, { columns, rows }: SymbolModules, quiet: number): Placed {
  const { width, height, style } = label;
  const { margin, dpi } = style;
  const textHeight = heightBelow(label);
  const gap = textHeight > 0 ? style.gap : margin;
  const room = textHeight > 0 ? height - margin - textHeight : height;
  const moduleMm = dotsDown(
    Math.min(
      largestModule(room, rows, quiet, margin, gap),
      largestModule(width, columns, quiet, margin, margin),
    ),
    dpi,
  );
  const distance = Math.max(gap, quiet * moduleMm);
  const block = rows * moduleMm + (textHeight > 0 ? distance + textHeight : 0);
  const y = toDot(Math.max(quiet * moduleMm, (height - block) / 2), dpi);
  const x = toDot((width - columns * moduleMm) / 2, dpi);
  const area: TextArea = {
    x: margin,
    y: y + rows * moduleMm + distance,
    width: width - 2 * margin,
    height: textHeight,
    align: "center",
  };
  return { x, y, moduleMm, rowMm: moduleMm, area };
}

/** Bars over the width, text below. */
function bars(label: Label, { columns }: SymbolModules, quiet: number): Placed {
  const { width, height, style } = label;
  const { margin, dpi } = style;
  const textHeight = heightBelow(label);
  const gap = textHeight > 0 ? Math.min(style.gap, 1) : 0;
  const widest = Math.min(MAX_BAR_MODULE_MM, largestModule(width, columns, quiet, margin, margin));
  const moduleMm = dotsDown(widest, dpi);
  const rowMm = height - 2 * margin - textHeight - gap;
  const area: TextArea = {
    x: margin,
    y: margin + rowMm + gap,
    width: width - 2 * margin,
    height: textHeight,
    align: "center",
  };
  return { x: toDot((width - columns * moduleMm) / 2, dpi), y: margin, moduleMm, rowMm, area };
}
