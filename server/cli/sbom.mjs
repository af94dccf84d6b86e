import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fail } from "../platform/say.mjs";
import { attempt, npm, ROOT } from "./steps.mjs";

/**
 * Writes the SBOM as CycloneDX from package-lock.json only: equal lockfiles give equal files.
 * @param {string} file
 */
export async function writeSbom(file) {
  const args = [
    "sbom",
    "--sbom-format",
    "cyclonedx",
    "--omit",
    "dev",
    "--package-lock-only",
    "--loglevel",
    "error",
  ];
  const { code, output } = await attempt(...npm(...args), { capture: true });
  if (code !== 0) fail(`npm sbom failed: ${output.trim()}`);
  const { serialNumber: _serial, metadata, ...sbom } = JSON.parse(output.slice(output.indexOf("{")));
  const { name } = /^pkg:npm\/(?<name>[^@]+)@/.exec(metadata.component.purl)?.groups ?? {};
  const component = { ...metadata.component, name };
  const document = { ...sbom, metadata: { lifecycles: metadata.lifecycles, component } };
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
}

/** Path of the SBOM in the build. */
export const SBOM_FILE = join(ROOT, "dist/sbom.json");
