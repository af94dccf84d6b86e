import { readFileSync, writeFileSync } from "node:fs";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import sharp from "sharp";

const library = await PDFiumLibrary.init();
const document = await library.loadDocument(readFileSync(process.argv[2] ?? ""));
for (const i of (process.argv[4] ?? "0").split(",")) {
  const page = await document.getPage(Number(i)).render({
    scale: 1.5,
    render: async ({ data, width, height }) =>
      sharp(data, { raw: { width, height, channels: 4 } })
        .png()
        .toBuffer(),
  });
  writeFileSync(`${process.argv[3]}-${i}.png`, page.data);
}
console.log(document.getPageCount());
