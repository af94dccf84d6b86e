import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { BlobRange, Blobs, KeptBlob } from "./blob-store";
import { blobName, PAGE_SIZE, tryOut } from "./blobs-common";
import { allBytes, asWebStream } from "./blobs-streams";
import { codeOf } from "./embedded-postgres-place";
import { isId } from "./ids";

const CHUNK_BYTES = 256 * 1024;
const FAN = /^[0-9a-f]{2}$/;
const HALF_WRITTEN_AT_MOST_MS = 3_600_000;

/**
 * Blobs as files `ab/cd/<id>` of a folder, where the id ends in `abcd`: it begins with time, which would fill one
 * folder after the other. Files are written whole in `tmp` and then renamed; several processes may share the folder.
 */
export function folderBlobs(folder: string): Blobs {
  const halfWritten = path.join(folder, "tmp");
  const settled = new Set<string>();

  function fileOf(id: string): string {
    const name = blobName(id);
    return path.join(folder, name.slice(-4, -2), name.slice(-2), name);
  }

  /** Makes a folder that survives a crash: its name is on the disk once the folder above it is. */
  async function settle(home: string) {
    await mkdir(home, { recursive: true, mode: 0o700 });
    if (settled.has(home)) return;
    await sync(path.dirname(home));
    await sync(folder);
    await sync(path.dirname(folder));
    settled.add(home);
  }

  async function openPart(id: string, range: BlobRange | undefined) {
    const handle = await unlessAbsent(open(fileOf(id)));
    return handle?.createReadStream({ ...range, highWaterMark: CHUNK_BYTES });
  }

  async function clearHalfWritten() {
    const leftBefore = Date.now() - HALF_WRITTEN_AT_MOST_MS;
    for (const name of await namesIn(halfWritten)) {
      const file = path.join(halfWritten, name);
      const found = await unlessAbsent(stat(file));
      if (found && found.mtimeMs < leftBefore) await rm(file, { force: true });
    }
  }

  async function* keptBlobs(): AsyncGenerator<KeptBlob> {
    for (const outer of await namesIn(folder, FAN)) {
      for (const inner of await namesIn(path.join(folder, outer), FAN)) {
        for (const id of (await namesIn(path.join(folder, outer, inner))).filter(isId)) {
          const found = await unlessAbsent(stat(path.join(folder, outer, inner, id)));
          if (found) yield { id, keptAt: found.mtime };
        }
      }
    }
  }

  const blobs: Blobs = {
    async put(id, bytes) {
      const file = fileOf(id);
      const half = path.join(halfWritten, randomUUID());
      // A data folder that is made here stays open to the others who live in it.
      await mkdir(path.dirname(folder), { recursive: true });
      await mkdir(halfWritten, { recursive: true, mode: 0o700 });
      await settle(path.dirname(file));
      try {
        await writeFile(half, bytes, { flag: "wx", mode: 0o600, flush: true });
        await rename(half, file);
      } catch (error) {
        await rm(half, { force: true }).catch(() => undefined);
        throw error;
      }
      await sync(path.dirname(file));
    },

    async read(id, range) {
      if (!range) return unlessAbsent(readFile(fileOf(id)));
      const source = await openPart(id, range);
      return source && allBytes(source);
    },

    async stream(id, range) {
      const source = await openPart(id, range);
      return source && asWebStream(source);
    },

    async remove(id) {
      await rm(fileOf(id), { force: true });
    },

    async *list() {
      await clearHalfWritten();
      let page: KeptBlob[] = [];
      for await (const blob of keptBlobs()) {
        page.push(blob);
        if (page.length < PAGE_SIZE) continue;
        yield page;
        page = [];
      }
      if (page.length > 0) yield page;
    },

    check: () => tryOut(blobs, `the folder ${folder}`),

    async close() {},
  };
  return blobs;
}

/** What is there by now, or undefined: another process may have removed it. */
function unlessAbsent<T>(found: Promise<T>): Promise<T | undefined> {
  return found.catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  });
}

/** The names in a folder that are like `pattern`; none where there is no folder. */
async function namesIn(folder: string, pattern = /./): Promise<string[]> {
  const names = (await unlessAbsent(readdir(folder))) ?? [];
  return names.filter((name) => pattern.test(name));
}

/** Puts a folder's own entries on the disk. */
async function sync(folder: string) {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
