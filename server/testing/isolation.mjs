import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * Tests that change modules or the environment of their process, need it without fonts, or let sharp read SVG. `restore.ts`
 * gives the clock back.
 */
const CHANGES_PROCESS =
  /\bvi\.(mock|doMock|hoisted|stubEnv|stubGlobal|resetModules)\b|\bprocess\.env(\.\w+|\[[^\]]+\]) (\?\?|\|\|)?= |\bdelete process\.env\b|\bassign\(process\.env\b|\bloadedFamilies\b|\bsharp\(Buffer\b/;
const TEST = /\.test\.tsx?$/;
const TEST_ON_POSTGRES = /\.db\.test\.ts$/;

/** @param {string} folder */
const testsBelow = (folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => TEST.test(file) && !file.includes("node_modules"))
    .map((file) => path.join(folder, file));

/**
 * Finds the test files below the folders, with or without Postgres. `shared` files run one after the other in a process,
 * which imports the service once; `isolated` files need a process of their own.
 * @param {string[]} folders
 * @param {{ onPostgres: boolean }} options
 */
export function findTestFiles(folders, { onPostgres }) {
  const files = folders.flatMap(testsBelow).filter((file) => TEST_ON_POSTGRES.test(file) === onPostgres);
  const isIsolated = (/** @type {string} */ file) => CHANGES_PROCESS.test(readFileSync(file, "utf8"));
  return { shared: files.filter((file) => !isIsolated(file)), isolated: files.filter(isIsolated) };
}
