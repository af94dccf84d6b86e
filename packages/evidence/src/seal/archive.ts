import { BlobReader, type Entry, Uint8ArrayWriter, ZipReader } from "@zip.js/zip.js";
import type { PackFiles } from "./check";

/** @throws an error for what is no ZIP archive, or has a name twice */
export async function openArchive(archive: Blob): Promise<PackFiles & { close(): Promise<void> }> {
  const reader = new ZipReader(new BlobReader(archive), { useWebWorkers: false, checkSignature: true });
  const entries = new Map<string, Entry>();
  for await (const entry of reader.getEntriesGenerator()) {
    if (entry.directory) continue;
    if (entries.has(entry.filename)) throw new Error(`The archive has ${entry.filename} twice.`);
    entries.set(entry.filename, entry);
  }
  return {
    paths: [...entries.keys()],
    async read(path) {
      const entry = entries.get(path);
      if (!entry || entry.directory) throw new Error(`The archive has no file ${path}.`);
      return entry.getData(new Uint8ArrayWriter());
    },
    close: () => reader.close(),
  };
}
