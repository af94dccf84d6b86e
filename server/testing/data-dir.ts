import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

// Before anything reads the environment: each test file keeps its files in a folder of its own.
const folder = mkdtempSync(join(tmpdir(), "assay-test-files-"));
process.env.DATA_DIR = folder;

afterAll(() => rmSync(folder, { recursive: true, force: true }));
