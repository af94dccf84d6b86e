import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

const { resolve } = createRequire(import.meta.url);

/** A picture with four bytes a dot. */
export interface Picture {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Draws the pages of a PDF, one after the other. */
export async function* pagesOf(pdf: Uint8Array, dpi: number): AsyncGenerator<Picture> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  try {
    for (const page of document.pages()) yield await page.render({ scale: dpi / 72, render: "bitmap" });
  } finally {
    document.destroy();
    library.destroy();
  }
}

/** The text of the pages of a PDF. */
export async function textOf(pdf: Uint8Array): Promise<string> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const texts = [...document.pages()].map((page) => page.getText());
  document.destroy();
  library.destroy();
  return texts.join("\n");
}

/** A part of a picture. */
export function crop({ data, width }: Picture, x: number, y: number, columns: number, rows: number): Picture {
  const part = new Uint8Array(columns * rows * 4);
  for (let row = 0; row < rows; row += 1) {
    const start = ((y + row) * width + x) * 4;
    part.set(data.subarray(start, start + columns * 4), row * columns * 4);
  }
  return { data: part, width: columns, height: rows };
}

prepareZXingModule({
  overrides: { wasmBinary: readFileSync(resolve("zxing-wasm/reader/zxing_reader.wasm")).buffer },
});

/** Labels are upright and dark on light: readers that look for less find them too, in a third of the time. */
const PLAIN = { tryRotate: false, tryInvert: false, tryDownscale: false };

/** Reads the texts of all symbols in a picture. */
export async function decode({ data, width, height }: Picture): Promise<string[]> {
  const image = { data: new Uint8ClampedArray(data), width, height, colorSpace: "srgb" as const };
  const found = await readBarcodes(image, { ...PLAIN, formats: ["QRCode", "DataMatrix", "Code128"] });
  return found.map(({ text }) => text);
}
