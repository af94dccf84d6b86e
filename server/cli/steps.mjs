import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fail, say } from "../platform/say.mjs";
import { lockToHandOn, oneAtATime } from "./lock.mjs";

/** Root folder of the clone. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Sources of the build. */
const BUILD_SOURCES = [
  "app",
  "server",
  "db",
  "packages",
  "public",
  "instrumentation.ts",
  "next.config.ts",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];

/** Inside the sources, and none of them: output of the build, and installed packages. */
const NO_SOURCE = /^public\/(map|downloads|inspect-files|inspect-sw\.js)$|\/node_modules$/;

/**
 * Runs a step and prints its start and duration.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 */
export async function step(what, work) {
  say(`${what} ...`);
  const begun = Date.now();
  const result = await work();
  say(`${what}: done in ${seconds(begun)}`);
  return result;
}

/**
 * Returns the seconds since `begun` as text.
 * @param {number} begun
 */
export function seconds(begun) {
  return `${((Date.now() - begun) / 1000).toFixed(1)} s`;
}

/**
 * Checks the options of a simple script: `--help` prints the usage, an unknown option exits with code 2.
 * @param {string} usage
 * @param {string[]} known
 */
export function readOptions(usage, known = []) {
  const args = process.argv.slice(2);
  if (args.some((arg) => arg === "--help" || arg === "-h")) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  const unknown = args.find((arg) => !known.includes(arg));
  if (unknown === undefined) return;
  say(`Unknown option '${unknown}'; use --help to see the usage`);
  process.exit(2);
}

/**
 * Whether Node was started with the module of this URL.
 * @param {string} url
 */
export function isCommand(url) {
  const started = process.argv[1];
  return started !== undefined && realpathSync(started) === fileURLToPath(url);
}

/** Loads `.env` into the environment, if it exists; variables that are already set win. */
export function loadSettings() {
  if (existsSync(join(ROOT, ".env"))) process.loadEnvFile(join(ROOT, ".env"));
}

/** Exits if Node is older than package.json requires. */
export function requireNode() {
  const { engines } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const wanted = engines.node.replace(/[^\d.]/g, "");
  const [major, minor] = wanted.split(".").map(Number);
  const [ownMajor = 0, ownMinor = 0] = process.versions.node.split(".").map(Number);
  if (ownMajor > major || (ownMajor === major && ownMinor >= (minor ?? 0))) return;
  fail(`Assay requires Node ${wanted} or later; this is ${process.versions.node}. See https://nodejs.org`);
}

/**
 * Runs a command to its end; rejects if it cannot be started. Signals to this process end the command first.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, capture?: boolean, toStderr?: boolean }} [options]
 *   capture: keep the output instead of showing it; toStderr: show all of it on standard error
 * @returns {Promise<{ code: number, output: string }>}
 */
export function attempt(command, args, { env = {}, capture = false, toStderr = false } = {}) {
  return new Promise((resolve, reject) => {
    const shown = toStderr ? 2 : "inherit";
    const shownOrKept = capture ? "pipe" : shown;
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ["ignore", shownOrKept, shownOrKept, ...lockToHandOn()],
    });
    /** @type {Buffer[]} */
    const output = [];
    child.stdout?.on("data", (chunk) => output.push(chunk));
    child.stderr?.on("data", (chunk) => output.push(chunk));
    const pass = (/** @type {NodeJS.Signals} */ signal) => {
      child.kill(signal);
      child.once("close", () => process.exit(signal === "SIGINT" ? 130 : 143));
    };
    process.once("SIGINT", pass).once("SIGTERM", pass);
    child.once("error", reject);
    child.once("close", (code) => {
      process.off("SIGINT", pass).off("SIGTERM", pass);
      resolve({ code: code ?? 1, output: Buffer.concat(output).toString() });
    });
  });
}

/**
 * Runs `attempt` with the output on standard error; exits on failure.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
export async function must(command, args, env = {}) {
  const { code } = await attempt(command, args, { env, toStderr: true });
  if (code !== 0) fail(`${[command, ...args].join(" ")} failed (exit code ${code}); see the output above.`);
}

/**
 * Returns the arguments that run an installed package's command with this Node.
 * @param {string} path the command's file, inside node_modules
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
export function installed(path, ...args) {
  return [process.execPath, [join(ROOT, "node_modules", path), ...args]];
}

/**
 * Returns the arguments that run npm: the one that started this process, if it did.
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
export function npm(...args) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith("npm-cli.js") ? [process.execPath, [cli, ...args]] : ["npm", args];
}

/** Installs packages if node_modules differs from package-lock.json. */
export async function install() {
  if (isInstalled()) return;
  await oneAtATime(say, async () => {
    if (isInstalled()) return;
    // The build needs dev dependencies even with NODE_ENV=production.
    await step("installing packages (npm ci)", () =>
      must(...npm("ci", "--include=dev", "--no-audit", "--no-fund")),
    );
  });
}

/** Compares npm's record with the lockfile. npm writes it last, so an interrupted installation has none. */
function isInstalled() {
  const record = join(ROOT, "node_modules/.package-lock.json");
  if (!existsSync(record)) return false;
  const have = JSON.parse(readFileSync(record, "utf8")).packages;
  const want = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")).packages;
  return Object.keys(want).every(
    (path) =>
      path === "" || want[path].optional || (path in have && have[path].version === want[path].version),
  );
}

/** Hashes all sources of the build. */
export function hashSources() {
  const hash = createHash("sha256");
  for (const path of BUILD_SOURCES) addToHash(path);
  return hash.digest("hex");

  /** @param {string} path */
  function addToHash(path) {
    if (NO_SOURCE.test(path)) return;
    const found = statSync(join(ROOT, path), { throwIfNoEntry: false });
    if (found?.isFile() && !/\.test\.tsx?$/.test(path)) addFile(path);
    if (!found?.isDirectory()) return;
    for (const entry of readdirSync(join(ROOT, path)).sort()) addToHash(`${path}/${entry}`);
  }

  /** @param {string} path */
  function addFile(path) {
    const content = readFileSync(join(ROOT, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
}
