import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fail } from "../platform/say.mjs";
import { attempt, npm, ROOT } from "./steps.mjs";

/**
 * The `name@version` of packages that the service runs with. `npm sbom --omit dev` leaves out every package that a tool of
 * development needs, too.
 * @returns {Set<string>}
 */
function deployed() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  return new Set(
    Object.entries(packages)
      .filter(([, { dev, devOptional }]) => !dev && !devOptional)
      .map(([path, { name, version }]) => `${name ?? path.split("node_modules/").at(-1)}@${version}`),
  );
}

/**
 * Writes the SBOM as CycloneDX from package-lock.json only: equal lockfiles give equal files.
 * @param {string} file
 */
export async function writeSbom(file) {
  const args = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only", "--loglevel", "error"];
  const { code, output } = await attempt(...npm(...args), { capture: true });
  if (code !== 0) fail(`npm sbom failed: ${output.trim()}`);
  const { serialNumber: _serial, metadata, ...sbom } = JSON.parse(output.slice(output.indexOf("{")));
  const { name } = /^pkg:npm\/(?<name>[^@]+)@/.exec(metadata.component.purl)?.groups ?? {};
  const component = { ...metadata.component, name };
  const kept = deployed();
  const isKept = (/** @type {string} */ ref) => kept.has(ref) || ref === metadata.component["bom-ref"];
  const components = sbom.components.filter((/** @type {{ "bom-ref": string }} */ one) =>
    isKept(one["bom-ref"]),
  );
  const dependencies = sbom.dependencies
    .filter((/** @type {{ ref: string }} */ { ref }) => isKept(ref))
    .map((/** @type {{ ref: string; dependsOn: string[] }} */ { ref, dependsOn }) => ({
      ref,
      dependsOn: dependsOn.filter(isKept),
    }));
  const document = {
    ...sbom,
    components,
    dependencies,
    metadata: { lifecycles: metadata.lifecycles, component },
  };
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
}

/** Path of the SBOM in the build. */
export const SBOM_FILE = join(ROOT, "dist/sbom.json");
