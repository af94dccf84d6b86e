import { expect, test } from "vitest";
import { decode, pagesOf } from "../testing/raster";
import { DEFAULT_STYLE, drawLabel, type Label } from "./label";
import { pdfOfLabels } from "./pdf";
import { outlinedSvgOfLabel, pngOfLabel } from "./png";
import { sheetGrid, singleGrid } from "./stock";
import { svgOfLabel } from "./svg";

const CODE = "7K3M-P9QX-20VW";
const ADDRESS = "https://assay.example/v/ACME-000041";
const HIDDEN = `${ADDRESS}#code=7K3MP9QX20VW`;

const labelOf = (width: number, height: number, kind: "qr" | "data-matrix" | null): Label => ({
  width,
  height,
  payload: ADDRESS,
  lines: ["Atlas Tote", "ACME-000041"],
  style: DEFAULT_STYLE,
  scratch: { text: CODE, ...(kind ? { symbol: { kind, payload: HIDDEN } } : {}) },
});
const textOf = (label: Label) => drawLabel(label).rows.map(({ text }) => text);

test.each(["qr", "data-matrix"] as const)(
  "every kind of file has both symbols and both texts: %s",
  async (kind) => {
    const label = labelOf(60, 60, kind);
    const { width, height, style, ...content } = label;
    const grid = singleGrid(width, height);
    const chunks: Uint8Array[] = [];
    const info = { title: "Labels", date: new Date(0) };
    for await (const chunk of pdfOfLabels({ grid, style }, [content], info)) chunks.push(chunk);
    for await (const page of pagesOf(Buffer.concat(chunks), 600))
      expect((await decode(page)).toSorted()).toEqual([ADDRESS, HIDDEN]);
    const sharp = (await import("sharp")).default;
    const raster = async (bytes: Uint8Array, density?: number) => {
      const { data, info } = await sharp(Buffer.from(bytes), density ? { density } : {})
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return decode({ data, width: info.width, height: info.height });
    };
    expect((await raster(await pngOfLabel(label, { dpi: 600 }))).toSorted()).toEqual([ADDRESS, HIDDEN]);
    expect((await raster(Buffer.from(outlinedSvgOfLabel(label)), 600)).toSorted()).toEqual([ADDRESS, HIDDEN]);
    expect(svgOfLabel(label)).toContain(CODE);
  },
);

test.each([
  [63.5, 38.1, null],
  [63.5, 38.1, "data-matrix"],
  [99.1, 67.7, "qr"],
  [30, 40, null],
] as const)("on a label of %f x %f mm the field covers nothing else: %s", (width, height, kind) => {
  const label = labelOf(width, height, kind);
  const { scratch, rows, y, modules, rowMm } = drawLabel(label);
  const top = scratch?.y ?? 0;
  expect(y + modules.rows * rowMm).toBeLessThanOrEqual(top);
  expect((scratch?.y ?? 0) + (scratch?.height ?? 0)).toBeLessThanOrEqual(height);
  for (const row of rows) expect(row.baseline > top, row.text).toBe(CODE.includes(row.text.replace("…", "")));
  expect(
    rows
      .filter(({ baseline }) => baseline > top)
      .map(({ text }) => text)
      .join(""),
  ).toBe(CODE);
});

test.each([
  [20, 20, "qr"],
  [8, 8, null],
] as const)("a label of %f x %f mm without room for the whole code is refused", (width, height, kind) => {
  expect(() => textOf(labelOf(width, height, kind))).toThrow(expect.objectContaining({ code: "too-small" }));
});

test("a label without a field is drawn as before", () => {
  const { scratch: _, ...label } = labelOf(63.5, 38.1, null);
  expect(drawLabel(label)).not.toHaveProperty("scratch");
  expect(sheetGrid("L7160").width).toBe(63.5);
});
