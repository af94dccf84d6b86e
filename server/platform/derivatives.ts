import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { crc32 } from "node:zlib";
import { LRUCache } from "lru-cache";
import { env } from "./env";
import { askPrimary, worker } from "./worker";

/**
 * An on-disk cache of derived images. Concurrent calls for a key make it once; the least recently used files are removed
 * beyond a total size.
 */
export interface Derivatives {
  /** Returns the bytes under a key, and makes them where they are missing. An error of `make` reaches all who wait. */
  take(key: string, make: () => Promise<Uint8Array>): Promise<Buffer<ArrayBuffer>>;
  /** Returns the bytes under a key if they are in memory. */
  inHand(key: string): Buffer<ArrayBuffer> | undefined;
  /** Whether bytes exist under a key, or are being made. */
  has(key: string): Promise<boolean>;
  /** All keys, including those being made. */
  keys(): Promise<string[]>;
  /** Removes every key with one of these prefixes, including those being made. */
  forget(...prefixes: string[]): Promise<void>;
}

const CHECKSUM_BYTES = 4;
const UNFINISHED_SUFFIX = ".tmp";
const ABANDONED_AFTER_MS = 3_600_000;
const MAX_MEMORY_BYTES = 32 * 1024 * 1024;

/** A crash of the machine may leave a file of the right length without its bytes. */
function checksumOf(bytes: Uint8Array): Buffer {
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32BE(crc32(bytes));
  return checksum;
}

/** A file that cannot be removed now is found by the next process. */
const discard = (file: string) => rm(file, { force: true }).catch(() => {});

async function readWhole(file: string): Promise<Buffer<ArrayBuffer> | undefined> {
  const kept = await readFile(file).catch(() => undefined);
  if (!kept || kept.byteLength < CHECKSUM_BYTES) return undefined;
  const bytes = kept.subarray(CHECKSUM_BYTES);
  return checksumOf(bytes).equals(kept.subarray(0, CHECKSUM_BYTES)) ? bytes : undefined;
}

/** Opens a folder of derivatives of at most `maxBytes`. Keys are file names of letters, digits, `-`, `_` and `.`. */
export function openDerivatives(folder: string, maxBytes: number): Derivatives {
  const fileOf = (key: string) => path.join(folder, (crc32(key) & 0xff).toString(16), key);
  /** File sizes by key. Other processes may add or remove files: an existing file is used even without an entry. */
  const kept = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (size) => size + CHECKSUM_BYTES,
    dispose: (_, key, reason) => {
      if (reason === "evict") void discard(fileOf(key));
    },
  });
  const inMemory = new LRUCache<string, Buffer<ArrayBuffer>>({
    maxSize: Math.min(MAX_MEMORY_BYTES, maxBytes),
    sizeCalculation: (bytes) => bytes.byteLength + 1,
  });
  const inFlight = new Map<string, Promise<Buffer<ArrayBuffer>>>();
  let registered: Promise<void> | undefined;

  /** Registers the files of earlier processes, oldest first. */
  async function registerFiles() {
    const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const files = [];
    for (const name of names.filter((entry) => entry.isFile())) {
      const file = path.join(name.parentPath, name.name);
      const info = await stat(file).catch(() => undefined);
      if (!info) continue;
      const isUnfinished = file.endsWith(UNFINISHED_SUFFIX);
      const isUseless = isUnfinished ? Date.now() - info.mtimeMs > ABANDONED_AFTER_MS : info.size > maxBytes;
      if (isUseless) await discard(file);
      else if (!isUnfinished) files.push({ key: name.name, size: info.size, time: info.mtimeMs });
    }
    for (const { key, size } of files.toSorted((a, b) => a.time - b.time)) {
      kept.set(key, Math.max(size - CHECKSUM_BYTES, 0));
    }
  }

  const registerFilesOnce = () => {
    registered ??= registerFiles();
    return registered;
  };

  /** Marks a file as the most recently used. */
  function use(key: string, size: number) {
    void registerFilesOnce().then(() => {
      if (kept.get(key) !== size) kept.set(key, size);
    });
  }

  async function keep(key: string, bytes: Uint8Array) {
    if (bytes.byteLength + CHECKSUM_BYTES > maxBytes) return;
    const file = fileOf(key);
    const unfinished = `${file}.${randomUUID()}${UNFINISHED_SUFFIX}`;
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    try {
      await writeFile(unfinished, [checksumOf(bytes), bytes], { mode: 0o600 });
      await rename(unfinished, file);
    } catch (error) {
      await discard(unfinished);
      throw error;
    }
    use(key, bytes.byteLength);
  }

  async function readOrMake(key: string, make: () => Promise<Uint8Array>): Promise<Buffer<ArrayBuffer>> {
    void registerFilesOnce();
    const stored = await readWhole(fileOf(key));
    if (stored) {
      use(key, stored.byteLength);
      return stored;
    }
    const made = await make();
    // A full disk must not refuse an image that is already made.
    await keep(key, made).catch(() => {});
    return Buffer.from(new Uint8Array(made).buffer);
  }

  return {
    inHand(key) {
      const bytes = inMemory.get(key);
      // Using the memory copy also marks the file as used, so that it is not evicted first.
      if (bytes) kept.get(key);
      return bytes;
    },
    async has(key) {
      if (inMemory.has(key) || inFlight.has(key)) return true;
      return stat(fileOf(key)).then(
        () => true,
        () => false,
      );
    },
    async take(key, make) {
      const inHand = this.inHand(key);
      if (inHand) return inHand;
      let work = inFlight.get(key);
      if (!work) {
        work = readOrMake(key, make).finally(() => inFlight.delete(key));
        inFlight.set(key, work);
        void work.then(
          (bytes) => inMemory.set(key, bytes),
          () => {},
        );
      }
      return work;
    },
    async keys() {
      await registerFilesOnce();
      return [...new Set([...kept.keys(), ...inFlight.keys()])];
    },
    async forget(...prefixes) {
      if (prefixes.length === 0) return;
      await registerFilesOnce();
      const matches = (key: string) => prefixes.some((prefix) => key.startsWith(prefix));
      const unfinished = [...inFlight].filter(([key]) => matches(key));
      await Promise.allSettled(unfinished.map(([, work]) => work));
      for (const key of [...inMemory.keys()]) if (matches(key)) inMemory.delete(key);
      for (const key of [...kept.keys()].filter(matches)) {
        const size = kept.peek(key) ?? 0;
        kept.delete(key);
        await rm(fileOf(key), { force: true }).catch((error) => {
          // The file still exists: the next call retries.
          kept.set(key, size);
          throw error;
        });
      }
    },
  };
}

let opened: Derivatives | undefined;

/** The derivatives of this deployment. Workers share their folder and its size. */
export function derivatives(): Derivatives {
  const maxBytes = Math.floor((env.IMAGE_CACHE_MB * 1024 * 1024) / (worker?.workers ?? 1));
  opened ??= openDerivatives(path.resolve(env.DATA_DIR, "derivatives"), maxBytes);
  return opened;
}

/** Deletes derivatives as `forget` does, in all workers of this machine. */
export async function forgetDerivatives(...prefixes: string[]): Promise<void> {
  await derivatives().forget(...prefixes);
  // A worker that does not answer checks its derivatives within an hour.
  if (worker && prefixes.length > 0) await askPrimary("forgetDerivatives", prefixes).catch(() => {});
}
