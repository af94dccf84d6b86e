import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Place, PlacedFile } from "./place";

/** The result, or undefined for a missing file or folder. */
export const unlessAbsent = <T>(found: Promise<T>): Promise<T | undefined> =>
  found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });

/** Makes the names in a folder durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a folder whose name survives a crash. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  for (let made = folder; first !== undefined && made.length >= first.length; made = path.dirname(made))
    await syncFolder(path.dirname(made));
}

/** The end of the name of a file that is being written, or was when its process ended: then it is listed, and removed. */
const PARTIAL = ".tmp";

/** A place that is a folder of this machine. */
export function folderPlace(folder: string): Place {
  const fileOf = (name: string) => path.join(folder, name);
  return {
    title: folder,

    async list(prefix) {
      const entries = await unlessAbsent(
        readdir(fileOf(path.dirname(`${prefix}x`)), { recursive: true, withFileTypes: true }),
      );
      const names = (entries ?? []).flatMap((entry) => {
        const name = path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll("\\", "/");
        return entry.isFile() && name.startsWith(prefix) ? [name] : [];
      });
      const found: PlacedFile[] = [];
      for (const name of names) {
        const seen = await unlessAbsent(stat(fileOf(name)));
        if (seen) found.push({ name, writtenAt: seen.mtime });
      }
      return found;
    },

    async read(name) {
      const handle = await unlessAbsent(open(fileOf(name)));
      return handle?.createReadStream();
    },

    async write(name, bytes) {
      const file = fileOf(name);
      await makeFolder(path.dirname(file));
      try {
        await pipeline(bytes, createWriteStream(`${file}${PARTIAL}`, { flush: true, mode: 0o600 }));
      } catch (error) {
        await rm(`${file}${PARTIAL}`, { force: true });
        throw error;
      }
      await rename(`${file}${PARTIAL}`, file);
      await syncFolder(path.dirname(file));
    },

    async remove(names) {
      for (const name of names) {
        await rm(fileOf(name), { force: true });
        // A folder without files is no backup.
        await rmdir(path.dirname(fileOf(name))).catch(() => {});
      }
    },
  };
}
