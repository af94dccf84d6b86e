import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import type * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const MIB = 1024 ** 2;
const full = new Set<string>();
let refused: string | undefined;

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof fs>();
  return {
    ...real,
    statfs: async (folder: string) => {
      const found = await real.statfs(folder);
      return full.has(folder) ? { ...found, bavail: 63, blocks: 10_000, bsize: MIB } : found;
    },
    access: async (folder: string, mode: number) => {
      if (folder === refused) throw Object.assign(new Error("EROFS"), { code: "EROFS" });
      return real.access(folder, mode);
    },
  };
});

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "assay-space-"));
  vi.stubEnv("DATA_DIR", folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  full.clear();
  refused = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const diskFault = async () => {
  vi.resetModules();
  return (await import("./free-space")).diskFault();
};

test("a disk with free space has no fault, and neither has a missing data folder", async () => {
  expect(await diskFault()).toBeUndefined();
  vi.stubEnv("DATA_DIR", path.join(folder, "not-there"));
  expect(await diskFault()).toBeUndefined();
});

test("the disk of the data folder or of the embedded database counts as full below 64 MiB", async () => {
  full.add(folder);
  expect(await diskFault()).toBe(`the disk of ${folder} is full: less than 64 MiB is free`);
  full.clear();
  symlinkSync(tmpdir(), path.join(folder, "postgres"));
  full.add(path.join(folder, "postgres"));
  expect(await diskFault()).toBe(`the disk of ${folder}/postgres is full: less than 64 MiB is free`);
});

test("a data folder that became read-only is reported", async () => {
  refused = folder;
  expect(await diskFault()).toBe(`${folder} is not writable`);
});
