import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { SpreadsheetFault } from "./fault";
import { MAX_WORKBOOK_BYTES } from "./limits";

/** The path of a file, or its bytes. */
export type Source = string | AsyncIterable<Uint8Array>;

/** Reads the first bytes of a source; `bytes` still has them, in its first chunk. */
export async function peek(source: Source, length: number) {
  if (typeof source === "string") return { head: await readStart(source, length), bytes: fileBytes(source) };
  const iterator = source[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < length) {
    const { done, value } = await iterator.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  return { head, bytes: resume(head, iterator) };
}

/** Reads some bytes of a file, fewer at its end. */
export async function readStart(file: string, length: number, position = 0): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Opens the file when it is iterated. */
async function* fileBytes(file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file);
}

async function* resume(head: Buffer, iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield head;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

/** A folder for temporary files. */
export interface Scratch {
  folder: string;
  remove(): Promise<void>;
}

export async function openScratch(): Promise<Scratch> {
  const folder = await mkdtemp(path.join(tmpdir(), "spreadsheet-"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Writes a stream into a temporary file: the directory of a ZIP archive is at its end.
 * @throws {SpreadsheetFault} `fileTooLarge`
 */
export async function spool(bytes: AsyncIterable<Uint8Array>, { folder }: Scratch): Promise<string> {
  const file = path.join(folder, "workbook");
  await pipeline(bounded(bytes), createWriteStream(file, { mode: 0o600 }));
  return file;
}

async function* bounded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > MAX_WORKBOOK_BYTES) throw new SpreadsheetFault("fileTooLarge");
    yield chunk;
  }
}
