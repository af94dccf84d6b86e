import { join } from "node:path";
import { fail, say } from "../platform/say.mjs";
import { buildIfStale } from "./build.mjs";
import { attempt, install, installed, ROOT, readOptions, requireNode } from "./steps.mjs";

/** The newest release of each maintained Node line; package.json names the oldest supported version. */
const VERSIONS = ["22.23.3", "24.21.0"];
/** The npm package with Node's binary for this platform. */
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
 * Installs a Node version below `.data` without running the package's scripts; returns the path of the binary.
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
