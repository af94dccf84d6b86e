import { say } from "../platform/say.mjs";
import { attempt, install, installed, isCommand, readOptions, requireNode, seconds } from "./steps.mjs";

/** @typedef {{ name: string, ok: boolean, output: string }} Outcome */

const BIOME = "@biomejs/biome/bin/biome";

/**
 * Runs format, lint and type checks in parallel.
 * @returns {Promise<Outcome>[]}
 */
export function staticChecks() {
  return [
    part("format and lint", [installed(BIOME, "check", ".")]),
    // Next generates the route types first: a fresh clone has none, an old one may have those of removed pages.
    part("types", [
      installed("next/dist/bin/next", "typegen"),
      installed("typescript/bin/tsc", "--noEmit", "--pretty"),
    ]),
  ];
}

/**
 * Runs commands in sequence up to the first failure; prints output only on failure.
 * @param {string} name
 * @param {[string, string[]][]} commands
 * @returns {Promise<Outcome>}
 */
async function part(name, commands) {
  const begun = Date.now();
  for (const [command, args] of commands) {
    const { code, output } = await attempt(command, args, {
      capture: true,
      env: { NEXT_TELEMETRY_DISABLED: "1" },
    });
    if (code === 0) continue;
    say(`${name}: failed after ${seconds(begun)}\n${output.trimEnd()}\n`);
    return { name, ok: false, output };
  }
  say(`${name}: passed in ${seconds(begun)}`);
  return { name, ok: true, output: "" };
}

if (isCommand(import.meta.url)) {
  readOptions("usage: npm run check   (runs format, lint, type checks and unit tests)");
  requireNode();
  await install();
  const unit = part("unit tests", [installed("vitest/vitest.mjs", "run", "--project", "unit*")]);
  const outcomes = await Promise.all([...staticChecks(), unit]);
  const failed = outcomes.filter(({ ok }) => !ok).map(({ name }) => name);
  if (failed.length > 0) say(`failed: ${failed.join(", ")}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
