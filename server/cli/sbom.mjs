import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fail } from "../platform/say.mjs";
import { attempt, ROOT } from "./steps.mjs";

/**
 * What the service is made of, as CycloneDX, from package-lock.json alone: equal for equal lockfiles.
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
  const npm = process.env.npm_execpath?.endsWith("npm-cli.js") ? process.env.npm_execpath : undefined;
  const { code, output } = await attempt(npm ? process.execPath : "npm", npm ? [npm, ...args] : args, {
    capture: true,
  });
  if (code !== 0) fail(`npm sbom failed: ${output.trim()}`);
  const { serialNumber: _serial, metadata, ...sbom } = JSON.parse(output.slice(output.indexOf("{")));
  const { name } = /^pkg:npm\/(?<name>[^@]+)@/.exec(metadata.component.purl)?.groups ?? {};
  const component = { ...metadata.component, name };
  const told = { ...sbom, metadata: { lifecycles: metadata.lifecycles, component } };
  writeFileSync(file, `${JSON.stringify(told, null, 2)}\n`);
}

/** Where the build keeps it. */
export const SBOM_FILE = join(ROOT, "dist/sbom.json");
