import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { say } from "../platform/say.mjs";
import { buildBaseMap, isBaseMapFresh } from "./base-map.mjs";
import { BUNDLE } from "./bundle.mjs";
import { buildInspector, hasInspector } from "./inspector.mjs";
import { oneAtATime } from "./lock.mjs";
import { SBOM_FILE, writeSbom } from "./sbom.mjs";
import {
  attempt,
  hashSources,
  install,
  installed,
  isCommand,
  must,
  npm,
  ROOT,
  readOptions,
  requireNode,
  step,
} from "./steps.mjs";

/** Entry points; each becomes `dist/<name>.mjs`. */
export const SERVER_ENTRIES = {
  main: "server/main.ts",
  producer: "server/cli/producer.ts",
  history: "server/cli/history.ts",
  rollups: "server/cli/rollups.ts",
  token: "server/cli/token.ts",
  seed: "server/cli/seed.ts",
  user: "server/cli/user.ts",
  key: "server/cli/key.ts",
  backup: "server/cli/backup.ts",
  contents: "server/cli/contents.ts",
  cells: "server/cli/cells.ts",
  "map-worker": "server/platform/scan-map-worker.ts",
  deliverer: "server/webhooks/worker.ts",
  assessor: "server/domain/assessments/worker.ts",
  jobs: "server/background/jobs-worker.ts",
};

const DIST = join(ROOT, "dist");

/** Holds the package of the client. Next serves it. */
const DOWNLOADS = join(ROOT, "public/downloads");

/** Builds base map, client, inspection app, pages and server unconditionally. */
export async function build() {
  await oneAtATime(say, async () => {
    await buildMap();
    await buildClient(hashSources());
    await buildInspection(hashSources());
    await buildPages(hashSources());
    await buildServer(hashSources(), { tidy: true });
  });
}

/** Builds the parts that are missing or older than the sources. */
export async function buildIfStale() {
  const isFresh = async () => {
    const hash = hashSources();
    const hasPages = hasStamp("pages", hash) && existsSync(join(ROOT, ".next/BUILD_ID"));
    return (
      hasPages &&
      hasStamp("server", hash) &&
      hasClient(hash) &&
      hasInspection(hash) &&
      (await isBaseMapFresh())
    );
  };
  if (await isFresh()) return;
  await oneAtATime(say, async () => {
    if (await isFresh()) return;
    if (!(await isBaseMapFresh())) await buildMap();
    const hash = hashSources();
    if (!hasClient(hash)) await buildClient(hash);
    if (!hasInspection(hash)) await buildInspection(hash);
    if (!hasStamp("pages", hash) || !existsSync(join(ROOT, ".next/BUILD_ID"))) await buildPages(hash);
    if (!hasStamp("server", hash)) await buildServer(hash, { tidy: true });
  });
}

/** Bundles only the server, if it is missing or older than the sources. */
export async function buildServerIfStale() {
  if (hasStamp("server", hashSources())) return;
  await oneAtATime(say, async () => {
    const hash = hashSources();
    if (!hasStamp("server", hash)) await buildServer(hash, { tidy: false });
  });
}

/** Builds the base map, before the pages: Next serves it from `public`. */
async function buildMap() {
  await step("building the base map", buildBaseMap);
}

/** @param {string} hash */
const hasClient = (hash) => hasStamp("client", hash) && existsSync(DOWNLOADS);

/**
 * Packs the client before the pages are built: Next serves it from `public`.
 * @param {string} hash
 */
async function buildClient(hash) {
  await step("packing the client (npm pack)", async () => {
    const { packClient } = await import("@assay/client/build");
    await packClient(DOWNLOADS, npm);
  });
  stamp("client", hash);
}

/** @param {string} hash */
const hasInspection = (hash) => hasStamp("inspector", hash) && hasInspector();

/**
 * Bundles the inspection app before the pages are built: Next serves it from `public`.
 * @param {string} hash
 */
async function buildInspection(hash) {
  await step("bundling the inspection app (esbuild)", buildInspector);
  stamp("inspector", hash);
}

/** @param {string} hash */
async function buildPages(hash) {
  await step("building the pages (next build)", () =>
    must(...installed("next/dist/bin/next", "build"), {
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
    }),
  );
  stamp("pages", hash);
}

/**
 * @param {string} hash
 * @param {{ tidy: boolean }} options tidy: remove files of earlier builds, which a running server may still load
 */
async function buildServer(hash, { tidy }) {
  await step("bundling the server (esbuild)", async () => {
    const { build: bundle } = await import("esbuild");
    const { metafile } = await bundle({
      absWorkingDir: ROOT,
      entryPoints: SERVER_ENTRIES,
      outdir: "dist",
      outExtension: { ".js": ".mjs" },
      chunkNames: "chunks/[name]-[hash]",
      splitting: true,
      metafile: true,
      ...BUNDLE,
    });
    if (tidy) removeAllBut(Object.keys(metafile.outputs));
    await writeSbom(SBOM_FILE);
    writeFileSync(join(DIST, "build-info.json"), `${JSON.stringify(await buildInfo())}\n`);
  });
  stamp("server", hash);
}

/**
 * Returns time, branch and hash of the build for `GET /api/v2`: of `BUILD_BRANCH` and `BUILD_HASH` if they are set,
 * else "unknown".
 */
async function buildInfo() {
  const git = async (/** @type {string[]} */ ...args) => {
    const { code, output } = await attempt("git", args, { capture: true }).catch(() => ({
      code: 1,
      output: "",
    }));
    return code === 0 ? output.trim() : undefined;
  };
  const { BUILD_BRANCH, BUILD_HASH } = process.env;
  return {
    time: new Date().toISOString(),
    branch: BUILD_BRANCH || (await git("rev-parse", "--abbrev-ref", "HEAD")) || "unknown",
    hash: BUILD_HASH || (await git("rev-parse", "HEAD")) || "unknown",
  };
}

/** @param {string[]} outputs */
function removeAllBut(outputs) {
  for (const folder of ["dist", "dist/chunks"]) {
    if (!existsSync(join(ROOT, folder))) continue;
    for (const file of readdirSync(join(ROOT, folder))) {
      const isOld = /\.mjs(\.map)?$/.test(file) && !outputs.includes(`${folder}/${file}`);
      if (isOld) rmSync(join(ROOT, folder, file));
    }
  }
}

/**
 * @param {string} name
 * @param {string} hash
 */
function hasStamp(name, hash) {
  const file = join(DIST, `${name}.stamp`);
  return existsSync(file) && readFileSync(file, "utf8") === hash;
}

/**
 * @param {string} name
 * @param {string} hash
 */
function stamp(name, hash) {
  mkdirSync(DIST, { recursive: true });
  writeFileSync(join(DIST, `${name}.stamp`), hash);
}

if (isCommand(import.meta.url)) {
  readOptions("usage: npm run build [-- --if-stale]   (--if-stale: builds only what is out of date)", [
    "--if-stale",
  ]);
  requireNode();
  await install();
  await (process.argv.includes("--if-stale") ? buildIfStale() : build());
}
