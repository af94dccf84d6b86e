import sharp from "sharp";
import { expect, test } from "vitest";
import { crop, decode, pagesOf, textOf } from "../testing/raster";
import { DEFAULT_STYLE, type Label, type LabelContent } from "./label";
import { cornerOf, type Layout } from "./layout";
import { pdfOfLabels } from "./pdf";
import { outlinedSvgOfLabel, pngOfLabel } from "./png";
import { paperGrid, sheetGrid, singleGrid } from "./stock";
import { svgOfLabel, svgOfPage } from "./svg";
import { SYMBOL_KINDS } from "./symbol";

const DPI = 300;
const INFO = { title: "Labels", date: new Date("2026-01-01T00:00:00Z") };

/** Contents whose identifiers differ in many characters. */
const contentsOf = (count: number, payload = (identifier: string) => identifier): LabelContent[] =>
  Array.from({ length: count }, (_, i) => {
    const identifier = `ACME-TOTE-${String(i).padStart(6, "0")}-${(i * 7_919_919 + 1e9).toString(32).toUpperCase()}`;
    return { payload: payload(identifier), lines: ["Atlas Tote – Ωμέγα Сумка", identifier] };
  });
const asUrl = (identifier: string) => `https://assay.example/v/${identifier}`;

async function pdfOf(layout: Layout, contents: LabelContent[]): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of pdfOfLabels(layout, contents, INFO)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Decodes each label alone: nothing beyond its edges helps. */
async function decodeLabels(layout: Layout, pdf: Uint8Array, count: number): Promise<string[]> {
  const { grid, skip = 0 } = layout;
  const perPage = grid.columns * grid.rows;
  const dots = (mm: number) => Math.round((mm * DPI) / 25.4);
  const found: string[] = [];
  let place = skip;
  for await (const page of pagesOf(pdf, DPI)) {
    do {
      const { x, y } = cornerOf(layout, place);
      const label = crop(page, dots(x), dots(y), dots(grid.width) - 1, dots(grid.height) - 1);
      found.push((await decode(label)).join());
      place += 1;
    } while (place % perPage !== 0 && found.length < count);
  }
  return found;
}

test.each([
  ["qr", 500, "L7651", asUrl],
  ["data-matrix", 500, "L7651", asUrl],
  ["code-128", 42, "3424", (identifier: string) => identifier],
] as const)(
  "%s: every label of a PDF with %i decodes to its text at 300 dpi",
  async (symbol, count, sheet, payload) => {
    const layout = { grid: sheetGrid(sheet), style: { ...DEFAULT_STYLE, symbol }, skip: 3 };
    const contents = contentsOf(count, payload);
    const found = await decodeLabels(layout, await pdfOf(layout, contents), count);
    expect(found).toEqual(contents.map((content) => content.payload));
  },
  60_000,
);

test("small labels decode too", async () => {
  const layout = {
    grid: sheetGrid("L4731"),
    style: { ...DEFAULT_STYLE, symbol: "data-matrix" as const, margin: 0.75 },
  };
  const contents = contentsOf(189);
  const found = await decodeLabels(layout, await pdfOf(layout, contents), 189);
  expect(found).toEqual(contents.map((content) => content.payload));
});

test("Code 128 of short identifiers decodes on sheets of 80", async () => {
  const layout = {
    grid: sheetGrid("5167"),
    style: { ...DEFAULT_STYLE, symbol: "code-128" as const, margin: 1 },
  };
  const contents = contentsOf(80, (identifier) => identifier.slice(10, 16));
  const found = await decodeLabels(layout, await pdfOf(layout, contents), 80);
  expect(found).toEqual(contents.map((content) => content.payload));
});

test.each(["qr", "data-matrix"] as const)("%s holds any Unicode text", async (symbol) => {
  const label: Label = {
    payload: "Größe^42 Ωμέγα Сумка 鞄 😀",
    lines: [],
    width: 40,
    height: 40,
    style: { ...DEFAULT_STYLE, symbol },
  };
  expect(await decodePng(await pngOfLabel(label))).toEqual([label.payload]);
});

async function decodePng(png: Buffer): Promise<string[]> {
  const { data, info } = await sharp(png)
    .ensureAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decode({ data, width: info.width, height: info.height });
}

const LABEL: Label = {
  payload: asUrl("A-1"),
  lines: ['<"A" & 1>'],
  width: 50,
  height: 25,
  style: DEFAULT_STYLE,
};

test.each(SYMBOL_KINDS.flatMap((symbol) => [300, 600].map((dpi) => [symbol, dpi] as const)))(
  "a %s label as PNG of %i dpi decodes and has no grey modules",
  async (symbol, dpi) => {
    const label = { ...LABEL, payload: "ACME-000001", style: { ...DEFAULT_STYLE, symbol } };
    const png = await pngOfLabel({ ...label, lines: [] }, { dpi });
    expect(await decodePng(png)).toEqual(["ACME-000001"]);
    const { width, height, density } = await sharp(png).metadata();
    expect([width, height, density]).toEqual([
      Math.round((50 * dpi) / 25.4),
      Math.round((25 * dpi) / 25.4),
      dpi,
    ]);
    const shades = new Set(await sharp(png).toColourspace("b-w").raw().toBuffer());
    // Bars end between dots above and below.
    if (symbol !== "code-128") expect([...shades].sort()).toEqual([0, 255]);
  },
);

test("SVG decodes, with text as text and as outlines", async () => {
  expect(svgOfLabel(LABEL)).toContain("&lt;&quot;A&quot; &amp; 1&gt;</text>");
  expect(outlinedSvgOfLabel(LABEL)).not.toContain("<text");
  for (const svg of [svgOfLabel(LABEL), outlinedSvgOfLabel(LABEL)]) {
    expect(await decodePng(await sharp(Buffer.from(svg), { density: 300 }).png().toBuffer())).toEqual([
      LABEL.payload,
    ]);
  }
});

test("the preview of a page shows its labels in their places", async () => {
  const layout = {
    grid: paperGrid("letter", { width: 60, height: 40, margin: 10, gap: 3 }),
    style: DEFAULT_STYLE,
    cutMarks: true,
  };
  const contents = contentsOf(4, asUrl);
  const svg = svgOfPage({ ...layout, skip: 2 }, contents);
  expect(svg.match(/<g /g)).toHaveLength(4);
  const png = await sharp(Buffer.from(svg), { density: 200 }).png().toBuffer();
  expect((await decodePng(png)).sort()).toEqual(contents.map(({ payload }) => payload).sort());
});

test("text in a PDF can be searched and copied, in three scripts", async () => {
  const text = await textOf(await pdfOf({ grid: singleGrid(80, 40), style: DEFAULT_STYLE }, contentsOf(2)));
  for (const part of ["Atlas Tote – Ωμέγα Сумка", "ACME-TOTE-000001-"])
    expect(text.replace(/\s+/g, " ")).toContain(part);
});

test("the same contents, title and date give the same bytes", async () => {
  const layout = { grid: sheetGrid("L7160"), style: DEFAULT_STYLE, cutMarks: true };
  expect(await pdfOf(layout, contentsOf(30))).toEqual(await pdfOf(layout, contentsOf(30)));
});

test("a PDF streams: pages leave before all contents are known", async () => {
  let given = 0;
  async function* contents() {
    for (const content of contentsOf(63)) {
      given += 1;
      yield content;
    }
  }
  const layout = { grid: sheetGrid("L7160"), style: DEFAULT_STYLE };
  const progress: number[] = [];
  for await (const chunk of pdfOfLabels(layout, contents(), INFO))
    progress.push(chunk.length > 0 ? given : 0);
  expect(progress.some((count) => count > 21 && count < 63)).toBe(true);
});

test("a picture of too many pixels is refused before it is drawn", async () => {
  const label: Label = { payload: "abc", lines: [], width: 500, height: 500, style: DEFAULT_STYLE };
  await expect(pngOfLabel(label, { dpi: 600 })).rejects.toMatchObject({ code: "picture-size" });
});

test("a label without room for its symbol shows its text, and the file goes on", async () => {
  const layout = { grid: singleGrid(40, 15), style: { ...DEFAULT_STYLE, symbol: "code-128" as const } };
  const contents = ["OK-1", "A".repeat(40), "OK-2"].map((payload) => ({ payload, lines: [] }));
  const pdf = await pdfOf(layout, contents);
  const decoded: string[] = [];
  for await (const page of pagesOf(pdf, DPI)) decoded.push(...(await decode(page)));
  expect(decoded).toEqual(["OK-1", "OK-2"]);
  expect(await textOf(pdf)).toMatch(/×\s+AAA/);
  const label: Label = { payload: "A".repeat(40), lines: [], width: 40, height: 15, style: layout.style };
  expect(outlinedSvgOfLabel(label)).toContain("<path");
  expect((await sharp(await pngOfLabel(label)).metadata()).format).toBe("png");
});
