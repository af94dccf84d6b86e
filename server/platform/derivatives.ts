import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { crc32 } from "node:zlib";
import { LRUCache } from "lru-cache";
import { env } from "./env";

/**
 * Pictures that can be made again, on disk: each is made once, also when a hundred calls want it at once, and the least
 * recently used go when there are too many bytes.
 */
export interface Derivatives {
  /** The bytes under a key, made by `make` where there are none. What `make` throws is thrown to all who wait. */
  take(key: string, make: () => Promise<Uint8Array>): Promise<Buffer<ArrayBuffer>>;
  /** The bytes under a key where they are in memory. */
  inHand(key: string): Buffer<ArrayBuffer> | undefined;
  /** Whether there are bytes under a key, or they are being made. */
  has(key: string): Promise<boolean>;
  /** All keys that there are, those that are being made too. */
  keys(): Promise<string[]>;
  /** Forgets every key that begins in one of these ways, those that are being made too. */
  forget(...prefixes: string[]): Promise<void>;
}

const CHECKSUM_BYTES = 4;
const UNFINISHED = ".tmp";
const ABANDONED_AFTER_MS = 3_600_000;
const MAX_MEMORY_BYTES = 32 * 1024 * 1024;

/** A machine that crashes may leave a file of the right length without its bytes. */
function checksumOf(bytes: Uint8Array): Buffer {
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32BE(crc32(bytes));
  return checksum;
}

/** What can't be removed now is found by the next process. */
const discard = (file: string) => rm(file, { force: true }).catch(() => {});

async function readWhole(file: string): Promise<Buffer<ArrayBuffer> | undefined> {
  const kept = await readFile(file).catch(() => undefined);
  if (!kept || kept.byteLength < CHECKSUM_BYTES) return undefined;
  const bytes = kept.subarray(CHECKSUM_BYTES);
  return checksumOf(bytes).equals(kept.subarray(0, CHECKSUM_BYTES)) ? bytes : undefined;
}

/** Opens a folder of derivatives of at most `mostBytes`. Keys are file names of letters, digits, `-`, `_` and `.`. */
export function openDerivatives(folder: string, mostBytes: number): Derivatives {
  const fileOf = (key: string) => path.join(folder, (crc32(key) & 0xff).toString(16), key);
  /** Sizes of the files, by key. Other processes may have written or removed some: a file that is there is used. */
  const kept = new LRUCache<string, number>({
    maxSize: mostBytes,
    sizeCalculation: (size) => size + CHECKSUM_BYTES,
    dispose: (_, key, reason) => {
      if (reason === "evict") void discard(fileOf(key));
    },
  });
  const inMemory = new LRUCache<string, Buffer<ArrayBuffer>>({
    maxSize: Math.min(MAX_MEMORY_BYTES, mostBytes),
    sizeCalculation: (bytes) => bytes.byteLength + 1,
  });
  const underWay = new Map<string, Promise<Buffer<ArrayBuffer>>>();
  let found: Promise<void> | undefined;

  /** What earlier processes left, the oldest first. */
  async function find() {
    const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const files = [];
    for (const name of names.filter((entry) => entry.isFile())) {
      const file = path.join(name.parentPath, name.name);
      const info = await stat(file).catch(() => undefined);
      if (!info) continue;
      const isUnfinished = file.endsWith(UNFINISHED);
      const isUseless = isUnfinished ? Date.now() - info.mtimeMs > ABANDONED_AFTER_MS : info.size > mostBytes;
      if (isUseless) await discard(file);
      else if (!isUnfinished) files.push({ key: name.name, size: info.size, time: info.mtimeMs });
    }
    for (const { key, size } of files.toSorted((a, b) => a.time - b.time)) {
      kept.set(key, Math.max(size - CHECKSUM_BYTES, 0));
    }
  }

  const findOnce = () => {
    found ??= find();
    return found;
  };

  /** Counts a file as used after all that were there before. */
  function use(key: string, size: number) {
    void findOnce().then(() => {
      if (kept.get(key) !== size) kept.set(key, size);
    });
  }

  async function keep(key: string, bytes: Uint8Array) {
    if (bytes.byteLength + CHECKSUM_BYTES > mostBytes) return;
    const file = fileOf(key);
    const unfinished = `${file}.${randomUUID()}${UNFINISHED}`;
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
    void findOnce();
    const there = await readWhole(fileOf(key));
    if (there) {
      use(key, there.byteLength);
      return there;
    }
    const made = await make();
    // A full disk is no reason to refuse what is made already.
    await keep(key, made).catch(() => {});
    return Buffer.from(new Uint8Array(made).buffer);
  }

  return {
    inHand(key) {
      const bytes = inMemory.get(key);
      // The file is used with it, and not to be the first to go.
      if (bytes) kept.get(key);
      return bytes;
    },
    async has(key) {
      if (inMemory.has(key) || underWay.has(key)) return true;
      return stat(fileOf(key)).then(
        () => true,
        () => false,
      );
    },
    async take(key, make) {
      const inHand = this.inHand(key);
      if (inHand) return inHand;
      let work = underWay.get(key);
      if (!work) {
        work = readOrMake(key, make).finally(() => underWay.delete(key));
        underWay.set(key, work);
        void work.then(
          (bytes) => inMemory.set(key, bytes),
          () => {},
        );
      }
      return work;
    },
    async keys() {
      await findOnce();
      return [...new Set([...kept.keys(), ...underWay.keys()])];
    },
    async forget(...prefixes) {
      if (prefixes.length === 0) return;
      await findOnce();
      const isOne = (key: string) => prefixes.some((prefix) => key.startsWith(prefix));
      const unfinished = [...underWay].filter(([key]) => isOne(key));
      await Promise.allSettled(unfinished.map(([, work]) => work));
      for (const key of [...inMemory.keys()]) if (isOne(key)) inMemory.delete(key);
      for (const key of [...kept.keys()].filter(isOne)) {
        const size = kept.peek(key) ?? 0;
        kept.delete(key);
        await rm(fileOf(key), { force: true }).catch((error) => {
          // The file is still there: the next call tries again.
          kept.set(key, size);
          throw error;
        });
      }
    },
  };
}

let opened: Derivatives | undefined;

/** The derivatives of this deployment. */
export function derivatives(): Derivatives {
  opened ??= openDerivatives(path.resolve(env.DATA_DIR, "derivatives"), env.IMAGE_CACHE_MB * 1024 * 1024);
  return opened;
}
