import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium, installTools } from "./browser.mjs";
import { staticChecks } from "./check.mjs";
import { attempt, install, installed, ROOT, readOptions, requireNode } from "./steps.mjs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {Counts & { failures: string[] }} Report as server/testing/report-*.mjs write it */

readOptions("usage: npm test   (runs format, lint, type checks, unit, integration and browser tests)");
requireNode();
await install();
const reports = mkdtempSync(join(tmpdir(), "assay-reports-"));
/** @type {Record<string, Counts>} */
const counts = {};
/** Descriptions of failures, printed last so that they stay visible. @type {string[]} */
const failures = [];
for (const { name, ok } of await Promise.all(staticChecks())) counts[name] = one(ok);
// A successful build is not a test; a failed one counts as a failure, and tests that need no build still run.
if (!(await builds())) counts.build = one(false);
counts["unit and integration"] = await vitest();
// Not at the same time: the proofs among the journeys measure times.
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
  const reporters = ["--reporter=default", `--reporter=${join(ROOT, "server/testing/report-vitest.mjs")}`];
  const { code } = await attempt(...installed("vitest/vitest.mjs", "run", ...reporters), {
    env: { TEST_REPORT: report },
  });
  return counted(code, report);
}

/** @returns {Promise<Counts>} */
async function playwright() {
  const chromium = await findChromium();
  if (!chromium) return one(false);
  await installTools();
  const report = join(reports, "playwright.json");
  const reporters = `--reporter=list,${join(ROOT, "server/testing/report-playwright.mjs")}`;
  const { code } = await attempt(...installed("@playwright/test/cli.js", "test", reporters), {
    env: { CHROMIUM_PATH: chromium, TEST_REPORT: report },
  });
  return counted(code, report);
}

function hasJourneys() {
  const folder = join(ROOT, "e2e");
  if (!existsSync(folder)) return false;
  return readdirSync(folder, { recursive: true }).some((file) => /\.(spec|test)\.ts$/.test(String(file)));
}

/**
 * Reads a report; a step without one, or one that failed without a failed test, counts as one failure.
 * @param {number} code
 * @param {string} report
 * @returns {Counts}
 */
function counted(code, report) {
  if (!existsSync(report)) return one(false);
  /** @type {Report} */
  const { failures: found, ...counts } = JSON.parse(readFileSync(report, "utf8"));
  failures.push(...found);
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
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
  for (const failure of failures) console.log(`\nfailed: ${failure}`);
  console.log();
  for (const [name, { passed, failed, skipped }] of Object.entries(counts)) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    console.log(`${name.padEnd(22)} ${passed} passed, ${failed} failed, ${skipped} skipped`);
  }
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}
