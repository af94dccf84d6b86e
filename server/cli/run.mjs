import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { fail, failFor } from "../platform/say.mjs";
import { buildServerIfStale, SERVER_ENTRIES } from "./build.mjs";
import { install, loadSettings, ROOT, requireNode } from "./steps.mjs";

// run.mjs NAME ...args runs a bundled command; run.mjs --dev FILE ...args runs a TypeScript file directly.
requireNode();
loadSettings();
const [first, ...rest] = process.argv.slice(2);
if (first === "--dev") await runFile(rest[0] ?? fail("run.mjs --dev requires a file"), rest.slice(1));
else await runBundled(first ?? "", rest);

/**
 * @param {string} name
 * @param {string[]} args
 */
async function runBundled(name, args) {
  if (!Object.hasOwn(SERVER_ENTRIES, name)) {
    fail(`Unknown command "${name}". Available commands: ${Object.keys(SERVER_ENTRIES).join(", ")}.`);
  }
  await install();
  await buildServerIfStale();
  await become(resolve(ROOT, `dist/${name}.mjs`), args);
}

/**
 * @param {string} file
 * @param {string[]} args
 */
async function runFile(file, args) {
  await install();
  const { register } = await import("tsx/esm/api");
  register();
  await become(resolve(file), args);
}

/**
 * Runs the file in this process, so that signals and the exit code need no forwarding.
 * @param {string} file
 * @param {string[]} args
 */
async function become(file, args) {
  process.setSourceMapsEnabled(true);
  process.argv = [process.execPath, file, ...args];
  await import(pathToFileURL(file).href).catch(failFor);
}
