import { isRecord } from "@/server/core/is-record";

/** What both readers can read. */
const FORMATS = ["qr_code", "data_matrix", "ean_13", "ean_8", "upc_a", "upc_e", "code_128"];

/** Finds a code in a picture. */
export type Reader = (picture: ImageData) => Promise<string | undefined>;

interface Detector {
  detect(picture: ImageData): Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

const isDetectorClass = (value: unknown): value is DetectorClass =>
  typeof value === "function" && "getSupportedFormats" in value;

/** The browser's own reader, where it reads all formats. */
async function ownReader(): Promise<Reader | undefined> {
  const detectors: unknown = Reflect.get(window, "BarcodeDetector");
  if (!isDetectorClass(detectors)) return undefined;
  const supported = await detectors.getSupportedFormats().catch((): string[] => []);
  if (!FORMATS.every((format) => supported.includes(format))) return undefined;
  const detector = new detectors({ formats: FORMATS });
  return async (picture) => (await detector.detect(picture))[0]?.rawValue;
}

/** The reader in a worker. */
function workerReader(): Reader {
  const worker = new Worker("/inspect-files/reader.js");
  let last = 0;
  const waiting = new Map<number, (text: string | undefined) => void>();
  worker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (!isRecord(data) || typeof data.id !== "number") return;
    waiting.get(data.id)?.(typeof data.text === "string" ? data.text : undefined);
    waiting.delete(data.id);
  });
  return (picture) =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      worker.postMessage({ id: last, picture });
    });
}

let reader: Promise<Reader> | undefined;

/** The reader of this browser, opened once. */
export function openReader(): Promise<Reader> {
  reader ??= ownReader().then((own) => own ?? workerReader());
  return reader;
}
