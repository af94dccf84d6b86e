import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { findTestFiles } from "./isolation.mjs";

// Holds decision 0068.

const folder = mkdtempSync(path.join(os.tmpdir(), "assay-isolation-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Whether a test with the code needs a process of its own. Calls are joined here, since this file is sorted as well. */
function isIsolated(...code: string[]): boolean {
  const file = path.join(folder, "one.test.ts");
  writeFileSync(file, code.join("."));
  return findTestFiles([folder], { onPostgres: false }).isolated.includes(file);
}

test.each([
  ["vi", 'mock("./claim")'],
  ["vi", 'stubEnv("PORT", "1")'],
  ["vi", "resetModules()"],
  ["process", "env", 'RATE_LIMITS = "on"'],
  ["process", 'env["RATE_LIMITS"] ??= "on"'],
  ["Object", "assign(process", "env, CREDENTIALS)"],
  ["delete process", "env", "PORT"],
])("%s.%s changes the process for other files", (...code) => {
  expect(isIsolated(...code)).toBe(true);
});

test.each([
  ["vi", "useFakeTimers()"],
  ["vi", "setSystemTime(0)"],
  ["const env = { ...process", "env }"],
])("%s.%s leaves the process to other files", (...code) => {
  expect(isIsolated(...code)).toBe(false);
});
