import type { Readable } from "node:stream";

/** A file of a place. */
export interface PlacedFile {
  name: string;
  writtenAt: Date;
}

/** Where backups lie: files by their names, such as `wal/000000010000000000000001.gz`. */
export interface Place {
  /** For people. */
  readonly title: string;
  /** The files whose names begin with the prefix, which has a `/`; also remains of writes that were broken off. */
  list(prefix: string): Promise<PlacedFile[]>;
  /** Undefined where there is no such file. */
  read(name: string): Promise<Readable | undefined>;
  /** Writes a file, or replaces it. It survives a crash once this resolves, and is never there in part. */
  write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Removes files, which may be absent. */
  remove(names: readonly string[]): Promise<void>;
}

/** Reads a small file; undefined where it is absent. */
export async function readText(place: Place, name: string): Promise<string | undefined> {
  const source = await place.read(name);
  if (!source) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

export const writeText = (place: Place, name: string, text: string): Promise<void> =>
  place.write(name, bytesOf(text));
