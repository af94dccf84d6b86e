import { join } from "node:path";
import { fail, say } from "../platform/say.mjs";
import { buildIfStale } from "./build.mjs";
import { attempt, install, installed, ROOT, readOptions, requireNode } from "./steps.mjs";

/** What the service runs on besides the oldest Node that package.json takes: the newest of each line that is kept up. */
const VERSIONS = ["22.23.3", "24.21.0"];
/** Carries the program; npm has one for each kind of machine. */
const PACKAGE = `node-${process.platform}-${process.arch}`;

readOptions(
  "usage: npm run -s nodes   (runs the unit and integration tests on each supported version of Node)",
);
requireNode();
await install();
await buildIfStale();
/** @type {string[]} */
const failed = [];
for (const version of VERSIONS) {
  const node = await fetchNode(version);
  say(`unit and integration tests on Node ${version} ...`);
  const [, args] = installed("vitest/vitest.mjs", "run");
  const { code } = await attempt(node, args);
  if (code !== 0) failed.push(version);
}
if (failed.length > 0) fail(`Tests failed on Node ${failed.join(" and ")}.`);
say(`all tests passed on Node ${VERSIONS.join(" and ")}`);

/**
 * The program of a version, installed beside the service's data; nothing of the package is run.
 * @param {string} version
 */
async function fetchNode(version) {
  const folder = join(ROOT, ".data/nodes", version);
  const wish = ["install", `${PACKAGE}@${version}`, "--prefix", folder, "--no-save", "--ignore-scripts"];
  const { code } = await attempt("npm", [...wish, "--no-audit", "--no-fund"], { toStderr: true });
  if (code !== 0)
    fail(`Node ${version} could not be installed. Check that the npm package ${PACKAGE} exists.`);
  return join(folder, "node_modules", PACKAGE, "bin/node");
}
