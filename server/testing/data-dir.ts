import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

// Each test file starts with an empty data folder; named before any module reads the environment. Its name is the process's:
// modules that stay imported keep its path. A killed process may have left one of that name.
const folder = join(tmpdir(), `assay-test-files-${process.pid}`);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
process.env.DATA_DIR = folder;

afterAll(() => rmSync(folder, { recursive: true, force: true }));
