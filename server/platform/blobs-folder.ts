import { randomUUID } from "node:crypto";
import { link, mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import type { BlobRange, FolderBlobs, KeptBlob } from "./blob-store";
import { blobName, PAGE_SIZE, tryOut } from "./blobs-common";
import { allBytes, asWebStream } from "./blobs-streams";
import { codeOf } from "./error-code";
import { isId } from "./ids";

const CHUNK_BYTES = 256 * 1024;
const FAN = /^[0-9a-f]{2}$/;
const MAX_PARTIAL_WRITE_AGE_MS = 3_600_000;

/**
 * Blobs as files `ab/cd/<id>` of a folder, where the id ends in `abcd`: its beginning is a time, which would fill one
 * folder after the other. Files are written to `tmp` and then renamed; several processes may share the folder.
 */
export function folderBlobs(folder: string): FolderBlobs {
  const partialWrites = path.join(folder, "tmp");
  const durableFolders = new Set<string>();

  function fileOf(id: string): string {
    const name = blobName(id);
    return path.join(folder, name.slice(-4, -2), name.slice(-2), name);
  }

  /** Makes a folder that survives a crash: its name is durable once the parent folder is synced. */
  async function makeDurableFolder(home: string) {
    await mkdir(home, { recursive: true, mode: 0o700 });
    if (durableFolders.has(home)) return;
    await sync(path.dirname(home));
    await sync(folder);
    await sync(path.dirname(folder));
    durableFolders.add(home);
  }

  const isHeld = async (id: string) => (await unlessAbsent(stat(fileOf(id)))) !== undefined;

  async function openPart(id: string, range: BlobRange | undefined) {
    const handle = await unlessAbsent(open(fileOf(id)));
    return handle?.createReadStream({ ...range, highWaterMark: CHUNK_BYTES });
  }

  async function removeOldPartialWrites() {
    const abandonedBefore = Date.now() - MAX_PARTIAL_WRITE_AGE_MS;
    for (const name of await namesIn(partialWrites)) {
      const file = path.join(partialWrites, name);
      const found = await unlessAbsent(stat(file));
      if (found && found.mtimeMs < abandonedBefore) await rm(file, { force: true });
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

  /** Gives a file of another folder a second name here. Undefined where that cannot be: another file system, mostly. */
  async function linked(id: string, source: string): Promise<boolean | undefined> {
    const file = fileOf(id);
    await makeDurableFolder(path.dirname(file));
    try {
      await link(source, file);
    } catch (error) {
      if (codeOf(error) === "EEXIST") return true;
      return codeOf(error) === "ENOENT" ? false : undefined;
    }
    await sync(path.dirname(file));
    return true;
  }

  const blobs: FolderBlobs = {
    pathOf: fileOf,

    async held(ids) {
      const found = new Set<string>();
      for (const id of ids) if (await isHeld(id)) found.add(id);
      return found;
    },

    async adopt(id, from) {
      if (await isHeld(id)) return true;
      const source = from.pathOf?.(id);
      const isLinked = source === undefined ? undefined : await linked(id, source);
      if (isLinked !== undefined) return isLinked;
      const bytes = await from.read(id);
      if (bytes) await blobs.put(id, bytes);
      return bytes !== undefined;
    },

    async moveTo(other, id) {
      if (!(await other.adopt(id, blobs))) return;
      const now = new Date();
      const file = other.pathOf?.(id);
      if (file !== undefined) await utimes(file, now, now);
      await blobs.remove(id);
    },

    async put(id, bytes) {
      const file = fileOf(id);
      const partial = path.join(partialWrites, randomUUID());
      // Not 0700: other data lives in a data folder that is made here.
      await mkdir(path.dirname(folder), { recursive: true });
      await mkdir(partialWrites, { recursive: true, mode: 0o700 });
      await makeDurableFolder(path.dirname(file));
      try {
        await writeFile(partial, bytes, { flag: "wx", mode: 0o600, flush: true });
        await rename(partial, file);
      } catch (error) {
        await rm(partial, { force: true }).catch(() => undefined);
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
      await removeOldPartialWrites();
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

/** The result, or undefined for a missing file: another process may have removed it. */
function unlessAbsent<T>(found: Promise<T>): Promise<T | undefined> {
  return found.catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  });
}

/** The names in a folder that match `pattern`; none where the folder is missing. */
async function namesIn(folder: string, pattern = /./): Promise<string[]> {
  const names = (await unlessAbsent(readdir(folder))) ?? [];
  return names.filter((name) => pattern.test(name));
}

/** Syncs the entries of a folder to the disk. */
async function sync(folder: string) {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
