import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "./browser.mjs";
import { staticChecks } from "./check.mjs";
import { attempt, install, installed, ROOT, requireNode } from "./steps.mjs";

/** `flaky` are among the passed: they needed a second try, and deserve a look. */
/** @typedef {{ passed: number, failed: number, skipped: number, flaky?: number }} Counts */
/** @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number }} VitestReport */
/** @typedef {{ stats: { expected: number, flaky: number, unexpected: number, skipped: number } }} PlaywrightReport */

requireNode();
await install();
const reports = mkdtempSync(join(tmpdir(), "assay-reports-"));
/** @type {Record<string, Counts>} */
const counts = {};
for (const { name, ok } of await Promise.all(staticChecks())) counts[name] = one(ok);
// A build that works is no test; one that does not is a failure, and the tests that need none still run.
if (!(await builds())) counts.build = one(false);
counts["unit and integration"] = await vitest();
if (hasJourneys()) counts.journeys = await playwright();
rmSync(reports, { recursive: true });
summarise();

async function builds() {
  const { code } = await attempt(process.execPath, [join(ROOT, "server/cli/build.mjs"), "--if-stale"]);
  return code === 0;
}

/** @returns {Promise<Counts>} */
async function vitest() {
  const report = join(reports, "vitest.json");
  const projects = ["--project", "unit", "--project", "integration"];
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { code } = await attempt(...installed("vitest/vitest.mjs", "run", ...projects, ...reporters));
  return counted(code, report, (json) => ({
    passed: json.numPassedTests,
    failed: json.numFailedTests,
    skipped: json.numPendingTests + json.numTodoTests,
  }));
}

/** @returns {Promise<Counts>} */
async function playwright() {
  const chromium = await findChromium();
  if (!chromium) return one(false);
  const report = join(reports, "playwright.json");
  const { code } = await attempt(...installed("@playwright/test/cli.js", "test", "--reporter=list,json"), {
    env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  return counted(code, report, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    flaky: stats.flaky,
  }));
}

function hasJourneys() {
  const folder = join(ROOT, "e2e");
  if (!existsSync(folder)) return false;
  return readdirSync(folder, { recursive: true }).some((file) => /\.(spec|test)\.ts$/.test(String(file)));
}

/**
 * What a report says; a step that left none, or failed without a failed test, counts as one failure.
 * @param {number} code
 * @param {string} report
 * @param {(json: VitestReport & PlaywrightReport) => Counts} read
 * @returns {Counts}
 */
function counted(code, report, read) {
  if (!existsSync(report)) return one(false);
  const found = read(JSON.parse(readFileSync(report, "utf8")));
  return code !== 0 && found.failed === 0 ? { ...found, failed: 1 } : found;
}

/**
 * @param {boolean} ok
 * @returns {Counts}
 */
function one(ok) {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

function summarise() {
  const total = { passed: 0, failed: 0, skipped: 0 };
  console.log();
  for (const [name, { passed, failed, skipped, flaky }] of Object.entries(counts)) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    const tries = flaky ? `, ${flaky} only at the second try` : "";
    console.log(`${name.padEnd(22)} ${passed} passed, ${failed} failed, ${skipped} skipped${tries}`);
  }
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}
