import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDerivatives } from "./derivatives";

const MIB = 1024 * 1024;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "assay-derivatives-"));
});

afterEach(() => rm(folder, { recursive: true }));

/** A `make` that returns these bytes and counts its calls. */
function maker(bytes: Uint8Array = randomBytes(1000)) {
  const make = vi.fn(async () => bytes);
  return { bytes: Buffer.from(bytes), make };
}

const unwanted = async (): Promise<Uint8Array> => {
  throw new Error("The bytes exist and must not be made again.");
};

/** All files by name, with path and size. */
async function files() {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = new Map<string, { file: string; size: number }>();
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    const info = await stat(file).catch(() => undefined);
    if (info) found.set(entry.name, { file, size: info.size });
  }
  return found;
}

async function fileOf(key: string): Promise<string> {
  const found = (await files()).get(key);
  if (!found) throw new Error(`There is no file of ${key}.`);
  return found.file;
}

const bytesOnDisk = async () => [...(await files()).values()].reduce((sum, { size }) => sum + size, 0);

/** Polls, since files are removed after the call has returned. */
const settles = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000, interval: 10 });

test("a hundred concurrent takes make the bytes once, and all get them", async () => {
  const { bytes, make } = maker();
  const store = openDerivatives(folder, MIB);
  const taken = await Promise.all(Array.from({ length: 100 }, () => store.take("a-1", make)));
  expect(make).toHaveBeenCalledTimes(1);
  expect(taken.filter((one) => !bytes.equals(one))).toEqual([]);
  expect(await store.take("a-1", unwanted)).toEqual(bytes);
});

test.each([0, 1, 100_000])("%i bytes are read from disk by the next process", async (length) => {
  const { bytes, make } = maker(randomBytes(length));
  await openDerivatives(folder, MIB).take("a-1", make);
  const taken = await Promise.all(
    Array.from({ length: 100 }, () => openDerivatives(folder, MIB).take("a-1", unwanted)),
  );
  expect(taken.filter((one) => !bytes.equals(one))).toEqual([]);
});

test("similar keys are separate, and a view into a buffer is stored without its surroundings", async () => {
  const store = openDerivatives(folder, MIB);
  const whole = Buffer.from("0123456789");
  await store.take("a-1", async () => whole.subarray(2, 5));
  await store.take("a-10", async () => whole.subarray(5, 7));
  for (const one of [store, openDerivatives(folder, MIB)]) {
    expect((await one.take("a-1", unwanted)).toString()).toBe("234");
    expect((await one.take("a-10", unwanted)).toString()).toBe("56");
  }
});

test("only their owner can read the files", async () => {
  await openDerivatives(folder, MIB).take("a-1", maker().make);
  const file = await fileOf("a-1");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
});

test("the least recently used files are removed beyond the size limit, and the rest stays", async () => {
  const store = openDerivatives(folder, 95_000);
  const take = (n: number) => store.take(`key-${n}`, maker(randomBytes(9_000)).make);
  for (let n = 0; n < 10; n++) await take(n);
  expect(await bytesOnDisk()).toBeLessThanOrEqual(95_000);
  await store.take("key-0", unwanted);
  await store.take("key-3", unwanted);
  for (let n = 10; n < 18; n++) await take(n);
  await settles(async () => expect(await bytesOnDisk()).toBeLessThanOrEqual(95_000));
  const left = [...(await files()).keys()].sort();
  expect(left).toEqual([0, 3, 10, 11, 12, 13, 14, 15, 16, 17].map((n) => `key-${n}`).sort());
});

test("many concurrent files of all sizes end within the size limit", async () => {
  const store = openDerivatives(folder, 200_000);
  const take = (n: number) =>
    store.take(`key-${n % 150}`, maker(randomBytes(((n * 7919) % 30_000) + 1)).make);
  await Promise.all(Array.from({ length: 600 }, (_, n) => take(n)));
  await settles(async () => {
    expect(await bytesOnDisk()).toBeLessThanOrEqual(200_000);
    expect(await bytesOnDisk()).toBeGreaterThan(100_000);
  });
});

test("bytes above the size limit are made and not stored", async () => {
  const { bytes, make } = maker(randomBytes(5_000));
  const store = openDerivatives(folder, 5_000);
  expect(await store.take("a-1", make)).toEqual(bytes);
  expect(await bytesOnDisk()).toBe(0);
});

test("files of earlier processes count, and the oldest are removed first", async () => {
  const before = openDerivatives(folder, MIB);
  for (let n = 0; n < 10; n++) {
    await before.take(`old-${n}`, maker(randomBytes(9_000)).make);
    await utimes(await fileOf(`old-${n}`), 1_000 + n, 1_000 + n);
  }
  const store = openDerivatives(folder, 50_000);
  await store.take("new-1", maker(randomBytes(9_000)).make);
  const expected = ["new-1", "old-6", "old-7", "old-8", "old-9"];
  await settles(async () => expect([...(await files()).keys()].sort()).toEqual(expected));
});

test("a file above a lowered size limit is removed", async () => {
  await openDerivatives(folder, MIB).take("large-1", maker(randomBytes(60_000)).make);
  await openDerivatives(folder, 50_000).take("new-1", maker().make);
  await settles(async () => expect([...(await files()).keys()]).toEqual(["new-1"]));
});

test.each<[string, (file: string) => Promise<void>]>([
  ["empty", (file) => truncate(file, 0)],
  ["cut within its checksum", (file) => truncate(file, 3)],
  ["cut after its checksum", (file) => truncate(file, 4)],
  ["cut short", (file) => truncate(file, 500)],
  ["all zeroes", async (file) => writeFile(file, Buffer.alloc((await stat(file)).size))],
  [
    "one bit off",
    async (file) => {
      const bytes = await readFile(file);
      bytes.writeUInt8(bytes.readUInt8(500) ^ 1, 500);
      await writeFile(file, bytes);
    },
  ],
  ["removed", (file) => rm(file)],
])("a file that is %s is made again, once and complete", async (_, damage) => {
  await openDerivatives(folder, MIB).take("a-1", maker().make);
  await damage(await fileOf("a-1"));
  const { bytes, make } = maker();
  const store = openDerivatives(folder, MIB);
  const taken = await Promise.all(Array.from({ length: 20 }, () => store.take("a-1", make)));
  expect(taken.filter((one) => !bytes.equals(one))).toEqual([]);
  expect(make).toHaveBeenCalledTimes(1);
  expect(await openDerivatives(folder, MIB).take("a-1", unwanted)).toEqual(bytes);
});

test("an error of make reaches all waiting callers and is not stored", async () => {
  const store = openDerivatives(folder, MIB);
  const refusal = new Error("refused");
  const failing = vi.fn(async () => {
    throw refusal;
  });
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => store.take("a-1", failing)));
  expect(outcomes.filter((one) => one.status === "fulfilled" || one.reason !== refusal)).toEqual([]);
  expect(failing).toHaveBeenCalledTimes(1);
  expect((await files()).size).toBe(0);
  const { bytes, make } = maker();
  expect(await store.take("a-1", make)).toEqual(bytes);
});

test("forget removes all keys with the prefix, and no others", async () => {
  const store = openDerivatives(folder, MIB);
  for (const key of ["a-1", "a-2-80", "b-1"]) await store.take(key, maker().make);
  await store.forget("a");
  expect([...(await files()).keys()]).toEqual(["b-1"]);
  const { bytes, make } = maker();
  expect(await store.take("a-1", make)).toEqual(bytes);
  expect(make).toHaveBeenCalledTimes(1);
  await store.take("b-1", unwanted);
});

test("forget removes files of earlier processes, even as the first call", async () => {
  const before = openDerivatives(folder, MIB);
  for (const key of ["a-1", "b-1"]) await before.take(key, maker().make);
  await openDerivatives(folder, MIB).forget("a");
  expect([...(await files()).keys()]).toEqual(["b-1"]);
});

test("forget removes bytes that are being made", async () => {
  const store = openDerivatives(folder, MIB);
  const { bytes, make } = maker();
  const taken = store.take("a-1", make);
  await store.forget("a");
  expect(await taken).toEqual(bytes);
  expect((await files()).size).toBe(0);
  await store.take("a-1", make);
  expect(make).toHaveBeenCalledTimes(2);
});

test("a path that cannot be a folder makes no call fail", async () => {
  const file = path.join(folder, "a-file");
  await writeFile(file, "x");
  const store = openDerivatives(path.join(file, "derivatives"), MIB);
  const { bytes, make } = maker();
  expect(await store.take("a-1", make)).toEqual(bytes);
  await store.forget("a");
  expect(await store.take("a-1", make)).toEqual(bytes);
});

test("a file that cannot be renamed leaves no temporary file", async () => {
  const store = openDerivatives(folder, MIB);
  await store.take("a-1", maker().make);
  const file = await fileOf("a-1");
  await rm(file);
  await mkdir(path.join(file, "full"), { recursive: true });
  const { bytes, make } = maker();
  expect(await openDerivatives(folder, MIB).take("a-1", make)).toEqual(bytes);
  expect((await files()).size).toBe(0);
});

test("the next process removes unfinished files after an hour; younger ones may still be written", async () => {
  const before = openDerivatives(folder, MIB);
  await before.take("a-1", maker().make);
  const home = path.dirname(await fileOf("a-1"));
  const ago = (ms: number) => new Date(Date.now() - ms);
  for (const [name, age] of [
    ["old.1-0.tmp", 3_700_000],
    ["young.1-0.tmp", 3_500_000],
  ] as const) {
    await writeFile(path.join(home, name), "half");
    await utimes(path.join(home, name), ago(age), ago(age));
  }
  const store = openDerivatives(folder, MIB);
  await store.take("a-1", unwanted);
  // `forget` returns after all files are found.
  await store.forget("nothing");
  expect([...(await files()).keys()].sort()).toEqual(["a-1", "young.1-0.tmp"]);
});
