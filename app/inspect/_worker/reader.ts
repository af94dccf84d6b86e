import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { isRecord } from "@/server/core/is-record";

prepareZXingModule({
  overrides: { locateFile: () => "/inspect-files/reader.wasm" },
  fireImmediately: true,
}).catch(() => {});

/** Reads the first code of a picture; none of a picture that cannot be read. */
async function read(picture: ImageData): Promise<string | null> {
  const found = await readBarcodes(picture, {
    formats: ["QRCode", "DataMatrix", "EAN13", "EAN8", "UPCA", "UPCE", "Code128"],
    tryHarder: true,
    maxNumberOfSymbols: 1,
  });
  return found.find(({ isValid }) => isValid)?.text ?? null;
}

self.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
  if (!isRecord(data) || !(data.picture instanceof ImageData)) return;
  read(data.picture)
    .catch(() => null)
    .then((text) => self.postMessage({ id: data.id, text }));
});
