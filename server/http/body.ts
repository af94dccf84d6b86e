import { setImmediate as nextTurn } from "node:timers/promises";
import { AppError } from "@/server/core/errors";

/** Bodies up to this size are received as a whole, which is fastest. */
const SMALL_BODY_BYTES = 64 * 1024;
const BODY_TIMEOUT_MS = 60_000;
/** Allows uploads by GPRS, which carries 2 to 5 KiB a second with pauses: a photo takes minutes. */
const UPLOAD_GRACE_MS = 20_000;
export const MIN_UPLOAD_BYTES_PER_SECOND = 1024;

/** Larger bodies are processed in parts that yield to the event loop in between. */
const PART_BYTES = 1024 * 1024;
/** Megabytes may arrive at once, and counting them is slow after a garbage collection, which discards compiled code. */
const RECEIVED_PART_BYTES = 256 * 1024;

export const isLarge = (bytes: Uint8Array) => bytes.byteLength > PART_BYTES;

/** The bytes in parts of 1 MiB, without a copy. */
export function* partsOf<Bytes extends Uint8Array>(bytes: Bytes) {
  for (let from = 0; from < bytes.byteLength; from += PART_BYTES)
    yield bytes.subarray(from, from + PART_BYTES);
}

/** Passes a body to `work` part by part. Yields to the event loop in between. */
export async function inParts(bytes: Uint8Array, work: (part: Uint8Array) => void): Promise<void> {
  for (const part of partsOf(bytes)) {
    work(part);
    if (isLarge(bytes)) await nextTurn();
  }
}

/** Returns a function that counts processed bytes and yields to the event loop after each `bytes`. */
function turnEach(bytes: number): (worked: number) => Promise<void> {
  let left = bytes;
  return async (worked) => {
    left -= worked;
    if (left > 0) return;
    left = bytes;
    await nextTurn();
  };
}

/** Joins chunks in parts, since fresh memory is slow to fill. */
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
  /** Receives each chunk as it arrives. An error that it throws ends the reading. */
  onChunk?: ((chunk: Uint8Array) => void) | undefined;
  /** Whether the body may take as long as a slow phone needs, provided that it keeps arriving. */
  isUpload?: boolean;
}

/** A refusal that closes the connection, so that the rest of the body is not received in vain. */
const refused = (code: string, message: string) =>
  new AppError("invalid", code, message, { headers: { connection: "close" } });

const tooLarge = (maxBytes: number) =>
  refused("body-too-large", `The body is larger than ${maxBytes} bytes.`);

/** The refusal of a body whose client sends too slowly. */
export const tooSlow = () => refused("body-too-slow", "The body arrives too slowly.");

/** The outcome of receiving. @throws 400 after `ms` milliseconds */
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

/** Milliseconds until the next chunk of an upload must arrive; each received KiB adds one second. */
const timeForUpload = (size: number) => UPLOAD_GRACE_MS + (size / MIN_UPLOAD_BYTES_PER_SECOND) * 1000;

/** Reads a body. @throws 400 if it is larger than `maxBytes` or arrives too slowly */
export async function readBytes(
  request: Request,
  { maxBytes, onChunk, isUpload = false }: Reading,
): Promise<Uint8Array> {
  const declared = Number(request.headers.get("content-length") ?? Number.NaN);
  // The HTTP parser enforces the declared length.
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
