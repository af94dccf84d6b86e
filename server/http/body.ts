import { setImmediate as nextTurn } from "node:timers/promises";
import { AppError } from "@/server/core/errors";

/** A body up to here is received as a whole, which takes the least time. */
const SMALL_BODY_BYTES = 64 * 1024;
const BODY_TIMEOUT_MS = 60_000;
/** A photo takes minutes by GPRS, whose uplink carries 2 to 5 KiB a second with pauses. */
const UPLOAD_GRACE_MS = 20_000;
const MIN_UPLOAD_BYTES_PER_SECOND = 1024;

/** Work on a larger body is done in parts, with turns of the event loop between them. */
const PART_BYTES = 1024 * 1024;
/** Megabytes may be received at once. Counting them is slow after a garbage collection, which throws away compiled code. */
const RECEIVED_PART_BYTES = 256 * 1024;

export const isLarge = (bytes: Uint8Array) => bytes.byteLength > PART_BYTES;

/** The bytes in parts of 1 MiB, without a copy. */
export function* partsOf<Bytes extends Uint8Array>(bytes: Bytes) {
  for (let from = 0; from < bytes.byteLength; from += PART_BYTES)
    yield bytes.subarray(from, from + PART_BYTES);
}

/** Hands a body to `work` part by part, and lets others have their turn in between. */
export async function inParts(bytes: Uint8Array, work: (part: Uint8Array) => void): Promise<void> {
  for (const part of partsOf(bytes)) {
    work(part);
    if (isLarge(bytes)) await nextTurn();
  }
}

/** Is told how many bytes were worked on, and gives others their turn of the event loop each time it has been `bytes`. */
function turnEach(bytes: number): (worked: number) => Promise<void> {
  let left = bytes;
  return async (worked) => {
    left -= worked;
    if (left > 0) return;
    left = bytes;
    await nextTurn();
  };
}

/** The chunks as one, put together in parts: fresh memory is slow to fill. */
export async function joined(chunks: Uint8Array[]): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(chunks.reduce((size, { byteLength }) => size + byteLength, 0));
  const turn = turnEach(PART_BYTES);
  let at = 0;
  for (const chunk of chunks) {
    for (const part of partsOf(chunk)) {
      whole.set(part, at);
      at += part.byteLength;
      await turn(part.byteLength);
    }
  }
  return whole;
}

interface Reading {
  maxBytes: number;
  /** Is given each part as it is received; what it throws ends the reading. */
  onChunk?: ((chunk: Uint8Array) => void) | undefined;
  /** Whether the body may take as long as a slow phone needs, as long as it goes on arriving. */
  isUpload?: boolean;
}

/** The connection is closed, so that the rest of the body is not received for nothing. */
const refused = (code: string, message: string) =>
  new AppError("invalid", code, message, { headers: { connection: "close" } });

const tooLarge = (maxBytes: number) =>
  refused("body-too-large", `The body is larger than ${maxBytes} bytes.`);

const tooSlow = () => refused("body-too-slow", "The body arrives too slowly.");

/** The outcome of receiving something, unless it takes longer: then 400. */
function arrived<T>(receiving: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(tooSlow()), ms);
    const ended =
      <Outcome>(end: (outcome: Outcome) => void) =>
      (outcome: Outcome) => {
        clearTimeout(timer);
        end(outcome);
      };
    receiving.then(ended(resolve), ended(reject));
  });
}

/** Until when more of an upload has to have arrived: a moment that each KiB puts off by a second. */
const timeForUpload = (size: number) => UPLOAD_GRACE_MS + (size / MIN_UPLOAD_BYTES_PER_SECOND) * 1000;

/** Reads a body, and counts while reading. 400 for more than `maxBytes`, and for one that arrives too slowly. */
export async function readBytes(
  request: Request,
  { maxBytes, onChunk, isUpload = false }: Reading,
): Promise<Uint8Array> {
  const declared = Number(request.headers.get("content-length") ?? Number.NaN);
  // The HTTP parser holds a body to its declared length.
  if (declared > maxBytes) throw tooLarge(maxBytes);
  if (declared <= SMALL_BODY_BYTES) {
    const bytes = new Uint8Array(await arrived(request.arrayBuffer(), BODY_TIMEOUT_MS));
    onChunk?.(bytes);
    return bytes;
  }
  const startedAt = performance.now();
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  const turn = turnEach(RECEIVED_PART_BYTES);
  let size = 0;
  const read = async () => {
    const left = (isUpload ? timeForUpload(size) : BODY_TIMEOUT_MS) - (performance.now() - startedAt);
    return reader ? arrived(reader.read(), Math.max(0, left)) : undefined;
  };
  for (let part = await read(); part && !part.done; part = await read()) {
    size += part.value.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    onChunk?.(part.value);
    chunks.push(part.value);
    await turn(part.value.byteLength);
  }
  return joined(chunks);
}
