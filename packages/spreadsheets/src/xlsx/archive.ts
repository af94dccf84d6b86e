import { crc32 } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { SpreadsheetFault } from "../fault";
import { MAX_ARCHIVE_ENTRIES, MAX_COMPRESSION_RATIO, MIN_RATIO_BYTES } from "../limits";

/** A ZIP archive of which single parts are read as text. */
export interface Archive {
  has(name: string): boolean;
  /**
   * Reads a part as it unpacks.
   * @throws {SpreadsheetFault} `zipBomb` above `maxBytes`, above the ratio or if the part is larger than it claims.
   */
  read(name: string, maxBytes: number): AsyncGenerator<string>;
  close(): void;
}

/** Opens an archive and reads its list, without unpacking anything. */
export async function openArchive(file: string): Promise<Archive> {
  const zip = await openPromise(file, {
    autoClose: false,
    lazyEntries: true,
    validateEntrySizes: false,
  }).catch(damaged);
  const entries = await listEntries(zip).catch((error) => {
    zip.close();
    throw error;
  });
  return {
    has: (name) => entries.has(name.toLowerCase()),
    read: (name, maxBytes) => unpack(zip, entries.get(name.toLowerCase()), maxBytes),
    close: () => zip.close(),
  };
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ARCHIVE_ENTRIES) throw new SpreadsheetFault("zipBomb");
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
  } catch (error) {
    damaged(error);
  }
  return entries;
}

async function* unpack(zip: ZipFile, entry: Entry | undefined, maxBytes: number): AsyncGenerator<string> {
  if (!entry) throw new SpreadsheetFault("damagedFile");
  if (entry.isEncrypted()) throw new SpreadsheetFault("encrypted");
  const { compressedSize, uncompressedSize } = entry;
  const isDense =
    uncompressedSize > MIN_RATIO_BYTES && uncompressedSize > compressedSize * MAX_COMPRESSION_RATIO;
  if (uncompressedSize > maxBytes || isDense) throw new SpreadsheetFault("zipBomb", { name: entry.fileName });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let size = 0;
  let checksum = 0;
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      size += chunk.length;
      if (size > uncompressedSize) throw new SpreadsheetFault("zipBomb", { name: entry.fileName });
      checksum = crc32(chunk, checksum);
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder.decode();
    if (size !== uncompressedSize || checksum !== entry.crc32)
      throw new SpreadsheetFault("damagedFile", { name: entry.fileName });
  } catch (error) {
    damaged(error);
  }
}

function damaged(error: unknown): never {
  if (error instanceof SpreadsheetFault) throw error;
  throw new SpreadsheetFault("damagedFile", {}, { cause: error });
}
