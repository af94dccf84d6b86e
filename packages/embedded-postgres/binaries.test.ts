import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { findBinaries } from "./binaries";

vi.mock("node:module", async (original) => {
  const actual = await original<typeof import("node:module")>();
  const createRequire = () => ({
    resolve: () => {
      throw new Error("no such package");
    },
  });
  return { ...actual, createRequire };
});

/** A folder with a program that says it is Postgres of this major version. */
async function newPrograms(major: number): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "assay-test-programs-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const program = path.join(folder, "bin", "postgres");
  await mkdir(path.dirname(program));
  await writeFile(program, `#!/bin/sh\necho "postgres (PostgreSQL) ${major}.4"\n`);
  await chmod(program, 0o755);
  return folder;
}

test("without the bundled Postgres, one that is installed on the machine is found", async () => {
  const folder = await newPrograms(18);
  expect(await findBinaries(undefined, 18, () => [folder])).toBe(folder);
});

test("where neither is there, the error says so and what to install", async () => {
  await expect(findBinaries(undefined, 18, () => [])).rejects.toThrow("install");
  await expect(findBinaries(undefined)).rejects.toThrow("no embedded Postgres");
});
