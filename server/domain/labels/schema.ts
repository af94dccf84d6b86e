import type { LabelContent, Layout } from "@assay/labels";
import { gridOf } from "@assay/labels/stock";
import { z } from "zod";
import type { PRINT_FORMATS } from "@/db/schema/label-prints";

/** Labels of one file. A list of codes for a print shop may have more. */
export const MAX_LABELS = 10_000;
export const MAX_LINES = 6;
const MAX_NAME_CHARACTERS = 100;

/** The kinds of files. Repeats the values of the table, so that browsers do not load the table. */
export const FORMATS = ["pdf", "png", "svg", "csv"] as const satisfies typeof PRINT_FORMATS;

const millimetres = (least: number, most: number) => z.number().min(least).max(most);
const size = { width: millimetres(5, 500), height: millimetres(5, 500) };

const LabelStock = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("sheet"), number: z.string().max(30) }),
  z.object({
    kind: z.literal("paper"),
    paper: z.enum(["a4", "letter"]),
    ...size,
    margin: millimetres(0, 100),
    gap: millimetres(0, 100),
  }),
  z.object({ kind: z.literal("single"), ...size }),
  z.object({
    kind: z.literal("roll"),
    across: z.number().int().min(1).max(10),
    ...size,
    gap: millimetres(0, 50),
    edge: millimetres(0, 50),
  }),
]);

/** A line of a label: a field of the item, or a key of its data as `data.key`. */
const LabelLine = z.string().regex(/^(?:identifier|title|group|data\.[^\p{Cc}]{1,200})$/u);

/** The second code under a scratch field, as text and perhaps as a symbol of the verify page's address (decision 0085). */
const SecondCodeField = z.object({ symbol: z.enum(["qr", "data-matrix"]).nullable() });

/** The layout of labels, as it is saved. Lengths are millimetres. */
export const LabelSettings = z.object({
  stock: LabelStock,
  symbol: z.enum(["qr", "data-matrix", "code-128"]),
  /** For QR codes. */
  errorCorrection: z.enum(["L", "M", "Q", "H"]),
  lines: z.array(LabelLine).max(MAX_LINES),
  margin: millimetres(0, 20),
  fontSizePt: z.number().min(4).max(72),
  /** Moves everything, to adjust a printer. */
  offset: z.object({ x: millimetres(-50, 50), y: millimetres(-50, 50) }),
  cutMarks: z.boolean(),
  /** Of the printer: modules become whole dots. */
  dpi: z.literal([203, 300, 600]).nullable(),
  /** Earlier layouts have none. */
  secondCode: SecondCodeField.nullable().default(null),
});
export type LabelSettings = z.output<typeof LabelSettings>;

/** The settings of a new layout. */
export const DEFAULT_SETTINGS: LabelSettings = {
  stock: { kind: "sheet", number: "L7160" },
  symbol: "qr",
  errorCorrection: "M",
  lines: ["title", "identifier"],
  margin: 1.5,
  fontSizePt: 8,
  offset: { x: 0, y: 0 },
  cutMarks: false,
  dpi: null,
  secondCode: null,
};

/** Stands for second codes in previews, which show none. */
export const SAMPLE_SECOND_CODE = "X".repeat(12);

const MIN_FONT_SIZE_PT = 4.5;

/**
 * The layout of settings, without the first `skip` labels.
 * @throws LabelFault if the labels do not fit the page
 */
export const layoutOf = (settings: LabelSettings, skip = 0): Layout => {
  const { stock, symbol, errorCorrection, margin, fontSizePt, offset, cutMarks, dpi } = settings;
  const minFontSizePt = Math.min(MIN_FONT_SIZE_PT, fontSizePt);
  const style = { symbol, errorCorrection, margin, gap: margin, fontSizePt, minFontSizePt };
  return {
    grid: gridOf(stock),
    style: dpi === null ? style : { ...style, dpi },
    offset,
    skip,
    cutMarks,
  };
};

/** What labels can show of a code. Without an item, only the code itself. */
export interface LabelData {
  identifier: string;
  title: string | null;
  group: string | null;
  /** Texts, numbers and truth values of the merged view's data. */
  data: Record<string, string>;
  /** For files with scratch fields alone. */
  secondCode?: string;
}

/** The address of the verify page of a code. */
export const verifyAddress = (baseUrl: string, identifier: string) =>
  `${baseUrl}/v/${encodeURIComponent(identifier)}`;

function textOfLine(line: string, { identifier, title, group, data }: LabelData): string {
  if (line === "identifier") return identifier;
  if (line === "title") return title ?? "";
  if (line === "group") return group ?? "";
  const key = line.slice("data.".length);
  return Object.hasOwn(data, key) ? (data[key] ?? "") : "";
}

/** What a symbol holds: QR codes the address of the verify page, other symbols the code itself. */
export const payloadOf = (symbol: LabelSettings["symbol"], identifier: string, baseUrl: string): string =>
  symbol === "qr" ? verifyAddress(baseUrl, identifier) : identifier;

/** The address of the verify page with a second code, in the fragment, which browsers send nowhere. */
const activationAddress = (baseUrl: string, identifier: string, code: string) =>
  `${verifyAddress(baseUrl, identifier)}#code=${code}`;

function scratchOf({ secondCode }: LabelSettings, label: LabelData, baseUrl: string): Partial<LabelContent> {
  if (!secondCode) return {};
  const { identifier, secondCode: code = SAMPLE_SECOND_CODE } = label;
  const text = code.match(/.{4}/g)?.join("-") ?? code;
  const { symbol: kind } = secondCode;
  if (kind === null) return { scratch: { text } };
  return { scratch: { text, symbol: { kind, payload: activationAddress(baseUrl, identifier, code) } } };
}

/** The content of one label. */
export const contentOf = (settings: LabelSettings, label: LabelData, baseUrl: string): LabelContent => ({
  payload: payloadOf(settings.symbol, label.identifier, baseUrl),
  lines: settings.lines.map((line) => textOfLine(line, label)),
  ...scratchOf(settings, label, baseUrl),
});

/** The name of a saved layout. */
export const LayoutName = z.string().trim().min(1).max(MAX_NAME_CHARACTERS);
