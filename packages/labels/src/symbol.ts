import bwip from "bwip-js/generic";
import { LabelFault } from "./fault";
import { bestMasked, type Pixels } from "./qr-mask";

/** The kinds of symbols, by the names on screen. */
export const SYMBOL_KINDS = ["qr", "data-matrix", "code-128"] as const;
export type SymbolKind = (typeof SYMBOL_KINDS)[number];

/** The least share of a QR code that may be unreadable: 7, 15, 25 or 30 percent. It is raised where that costs no module. */
export type ErrorCorrection = "L" | "M" | "Q" | "H";

/** White modules that each symbology requires around a symbol. */
export const MIN_QUIET_ZONE_MODULES: Record<SymbolKind, number> = { qr: 4, "data-matrix": 1, "code-128": 10 };

/** Neighbouring dark modules of a row. */
export interface DarkRun {
  x: number;
  y: number;
  width: number;
}

/** The modules of a symbol; a linear one has one row. */
export interface SymbolModules {
  columns: number;
  rows: number;
  runs: DarkRun[];
}

/**
 * Encodes a text as the modules of a symbol. QR and Data Matrix choose the shortest sequence of modes by themselves.
 * @throws LabelFault if the symbol cannot hold the text
 */
export function encodeSymbol(
  kind: SymbolKind,
  payload: string,
  errorCorrection: ErrorCorrection,
): SymbolModules {
  if (kind === "code-128") return modulesOfBars(barsOf(payload));
  const { pixels, columns } =
    kind === "qr"
      ? bestMasked((mask) => pixelsOf("qrcode", payload, { eclevel: errorCorrection, mask }))
      : pixelsOf("datamatrix", payload, {});
  return { columns, rows: pixels.length / columns, runs: runsOf(pixels, columns) };
}

/** Code points beyond ASCII need an announcement that they are UTF-8 (ECI 26). */
const textOptions = (payload: string) =>
  /^\p{ASCII}*$/u.test(payload)
    ? { text: payload }
    : { text: `^ECI000026${payload.replaceAll("^", "^^")}`, parsefnc: true };

function pixelsOf(bcid: "qrcode" | "datamatrix", payload: string, options: object): Pixels {
  const [symbol] = encoded(payload, () => bwip.raw({ bcid, ...textOptions(payload), ...options }));
  if (!symbol || !("pixs" in symbol)) throw new Error(`bwip-js returned no matrix for ${bcid}.`);
  return { pixels: new Uint8Array(symbol.pixs), columns: symbol.pixx };
}

function barsOf(payload: string): number[] {
  if (!/^[ -~]*$/.test(payload)) {
    throw new LabelFault("payload", `Code 128 has only ASCII characters, unlike "${payload}".`);
  }
  const [symbol] = encoded(payload, () => bwip.raw({ bcid: "code128", text: payload }));
  if (!symbol || !("sbs" in symbol)) throw new Error("bwip-js returned no bars.");
  return symbol.sbs;
}

function encoded<T>(payload: string, encode: () => T): T {
  if (payload === "") throw new LabelFault("payload", "A symbol needs a text.");
  try {
    return encode();
  } catch (cause) {
    throw new LabelFault("payload", `The symbol cannot hold "${payload}".`, { cause });
  }
}

function runsOf(pixels: Uint8Array, columns: number): DarkRun[] {
  const runs: DarkRun[] = [];
  for (let start = 0; start < pixels.length; start += 1) {
    if (pixels[start] === 0) continue;
    const x = start % columns;
    let width = 1;
    while (x + width < columns && pixels[start + width] === 1) width += 1;
    runs.push({ x, y: Math.floor(start / columns), width });
    start += width - 1;
  }
  return runs;
}

/** Widths alternate between bar and space. */
function modulesOfBars(widths: number[]): SymbolModules {
  const runs: DarkRun[] = [];
  let x = 0;
  for (const [i, width] of widths.entries()) {
    if (i % 2 === 0) runs.push({ x, y: 0, width });
    x += width;
  }
  return { columns: x, rows: 1, runs };
}
