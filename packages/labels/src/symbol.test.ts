import bwip from "bwip-js/generic";
import { expect, test } from "vitest";
import { encodeSymbol, type SymbolModules } from "./symbol";

const URL_TEXT = "https://assay.example/v/ACME-TOTE-000001-7ZK3W9Q0M2XAB";

function pixelsOf({ columns, rows, runs }: SymbolModules): number[] {
  const pixels = new Array<number>(columns * rows).fill(0);
  for (const { x, y, width } of runs) pixels.fill(1, y * columns + x, y * columns + x + width);
  return pixels;
}

function rawPixels(options: Parameters<typeof bwip.raw>[0]): number[] {
  const [symbol] = bwip.raw(options);
  if (!symbol || !("pixs" in symbol)) throw new Error("no matrix");
  return symbol.pixs;
}

test.each(["L", "M", "Q", "H"] as const)("a QR code of level %s is one of bwip-js's eight masks", (level) => {
  const masks = [1, 2, 3, 4, 5, 6, 7, 8].map((mask) => {
    const options = { bcid: "qrcode", text: URL_TEXT, eclevel: level, mask };
    return rawPixels(options).join("");
  });
  expect(masks).toContain(pixelsOf(encodeSymbol("qr", URL_TEXT, level)).join(""));
});

test("the mask depends on the text, and bwip-js's own choice is the usual one", () => {
  const texts = Array.from({ length: 40 }, (_, i) => `${URL_TEXT}${i}`);
  const same = texts.filter((text) => {
    const own = rawPixels({ bcid: "qrcode", text });
    return own.join("") === pixelsOf(encodeSymbol("qr", text, "M")).join("");
  });
  expect(same.length).toBeGreaterThan(10);
});

test("runs reach both edges of a Data Matrix", () => {
  const pixels = pixelsOf(encodeSymbol("data-matrix", URL_TEXT, "M"));
  expect(pixels).toEqual(rawPixels({ bcid: "datamatrix", text: URL_TEXT }));
});

test("capitals and digits need fewer modules than small letters", () => {
  const capitals = encodeSymbol("qr", "ACME-TOTE-000001-7ZK3W9Q0M2XAB", "M");
  const small = encodeSymbol("qr", "acme-tote-000001-7zk3w9q0m2xab", "M");
  expect(capitals.columns).toBe(25);
  expect(small.columns).toBe(29);
});

test("more error correction needs more modules", () => {
  const columns = (["L", "M", "Q", "H"] as const).map((level) => encodeSymbol("qr", URL_TEXT, level).columns);
  expect(columns).toEqual([29, 33, 37, 41]);
});

test("texts that a symbol cannot hold are refused", () => {
  const refusal = expect.objectContaining({ code: "payload" });
  expect(() => encodeSymbol("qr", "x".repeat(3000), "M")).toThrow(refusal);
  expect(() => encodeSymbol("code-128", "Ünï", "M")).toThrow(refusal);
  expect(() => encodeSymbol("data-matrix", "", "M")).toThrow(refusal);
});
