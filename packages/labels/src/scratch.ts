import { LabelFault } from "./fault";
import { dotsDown, GS1_MIN_MODULE_MM, MIN_MODULE_MM, toDot } from "./modules";
import { type ErrorCorrection, encodeSymbol, MIN_QUIET_ZONE_MODULES, type SymbolModules } from "./symbol";
import { type FontSizes, fitText, heightOfLines, type TextRow } from "./text";

/** A label, as far as its scratch field depends on it. */
interface Place {
  width: number;
  height: number;
  style: FontSizes & { margin: number; errorCorrection: ErrorCorrection; dpi?: number };
}

/** What a scratch field covers: a code, as text and as a symbol. */
export interface ScratchContent {
  text: string;
  /** Undefined for the text alone. */
  symbol?: { kind: "qr" | "data-matrix"; payload: string };
}

/** A symbol in its place, in millimetres. */
export interface PlacedSymbol {
  modules: SymbolModules;
  x: number;
  y: number;
  moduleMm: number;
  rowMm: number;
}

/** The box to cover, in millimetres. */
export interface ScratchField {
  x: number;
  y: number;
  width: number;
  height: number;
  symbol?: PlacedSymbol;
}

/** Of the box. */
export const SCRATCH_LINE_MM = 0.15;
/** Between the box and its contents. */
const PADDING_MM = 0.8;
/** Share of the label's height for a field with a symbol. */
const SYMBOL_SHARE = 0.42;

/**
 * Places a scratch field at the bottom of a label, with its symbol on the left of its text.
 * @throws LabelFault if the field has no room for its symbol or for its whole text
 */
export function drawScratch(
  label: Place,
  { text, symbol }: ScratchContent,
): ScratchField & { rows: TextRow[]; warnings: "module-below-gs1"[] } {
  const { width, height, style } = label;
  const { margin, dpi } = style;
  const ofText = heightOfLines(1, style.fontSizePt) + 2 * PADDING_MM;
  const tall = symbol ? Math.max(ofText, SYMBOL_SHARE * (height - 2 * margin)) : ofText;
  const box = { x: margin, y: height - margin - tall, width: width - 2 * margin, height: tall };
  const placed = symbol && placeSymbol(symbol, box, style.errorCorrection, dpi);
  const left = placed ? placed.right : box.x + PADDING_MM;
  const area = {
    x: left,
    y: box.y + PADDING_MM,
    width: box.x + box.width - PADDING_MM - left,
    height: tall - 2 * PADDING_MM,
    align: "center" as const,
  };
  const fittedText = area.width > 0 && box.y > 0 ? fitText([text], area, style) : undefined;
  if (!fittedText || fittedText.isCut || fittedText.rows.length === 0) throw tooSmall(label);
  const isSmall = placed !== undefined && placed.symbol.moduleMm < GS1_MIN_MODULE_MM - 1e-9;
  return {
    ...box,
    ...(placed ? { symbol: placed.symbol } : {}),
    rows: fittedText.rows,
    warnings: isSmall ? ["module-below-gs1"] : [],
  };
}

function placeSymbol(
  { kind, payload }: NonNullable<ScratchContent["symbol"]>,
  box: ScratchField,
  errorCorrection: ErrorCorrection,
  dpi: number | undefined,
): { symbol: PlacedSymbol; right: number } {
  const modules = encodeSymbol(kind, payload, errorCorrection);
  const quiet = MIN_QUIET_ZONE_MODULES[kind];
  const moduleMm = dotsDown(box.height / (modules.rows + 2 * quiet), dpi);
  if (moduleMm < MIN_MODULE_MM) throw tooSmall(box);
  const x = toDot(box.x + quiet * moduleMm, dpi);
  const y = toDot(box.y + (box.height - modules.rows * moduleMm) / 2, dpi);
  const right = x + (modules.columns + quiet) * moduleMm;
  return { symbol: { modules, x, y, moduleMm, rowMm: moduleMm }, right };
}

const tooSmall = ({ width, height }: { width: number; height: number }) =>
  new LabelFault("too-small", `The scratch field does not fit its place of ${width} x ${height} mm.`);
