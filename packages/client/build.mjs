import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const SOURCE = fileURLToPath(new URL(".", import.meta.url));

/** The name of the file that `npm pack` writes. */
export const packedName = () => `assay-client-${manifest().version}.tgz`;

const manifest = () => JSON.parse(readFileSync(join(SOURCE, "package.json"), "utf8"));

/** What users install: no workspace, no tools. */
function publishedManifest() {
  const { name, version, description, license, type, sideEffects, engines } = manifest();
  const exports = {
    ".": { types: "./index.d.ts", default: "./index.js" },
    "./package.json": "./package.json",
  };
  return { name, version, description, license, type, sideEffects, engines, exports };
}

/**
 * Runs a program to its end. @throws with its output if it fails
 * @param {string} command
 * @param {string[]} args
 * @param {string} [cwd]
 */
function run(command, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}${stderr}`);
}

/** @param {string} folder */
function writeTypes(folder) {
  const manifest = createRequire(import.meta.url).resolve("typescript/package.json");
  const compiler = join(dirname(manifest), "bin/tsc");
  run(process.execPath, [compiler, "-p", join(SOURCE, "tsconfig.build.json"), "--outDir", folder]);
  // Node's way of resolving wants the names of files.
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".d.ts"),
  );
  for (const file of files.map((name) => join(folder, name)))
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(/(from "\.[^"]*)"/g, '$1.js"'));
}

/**
 * Builds the package and packs it into a folder, in place of older versions.
 * @param {string} destination
 * @param {(...args: string[]) => [command: string, args: string[]]} npm how to run npm
 */
export async function packClient(destination, npm) {
  const folder = mkdtempSync(join(tmpdir(), "assay-client-"));
  try {
    await build({
      entryPoints: [join(SOURCE, "index.ts")],
      outfile: join(folder, "index.js"),
      bundle: true,
      format: "esm",
      target: "es2022",
      platform: "neutral",
      logLevel: "warning",
    });
    writeTypes(folder);
    writeFileSync(join(folder, "package.json"), `${JSON.stringify(publishedManifest(), null, 2)}\n`);
    for (const file of ["README.md", "CHANGELOG.md"]) cpSync(join(SOURCE, file), join(folder, file));
    cpSync(join(SOURCE, "../../LICENSE"), join(folder, "LICENSE"));
    rmSync(destination, { recursive: true, force: true });
    mkdirSync(destination, { recursive: true });
    run(...npm("pack", "--silent", "--pack-destination", destination), folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
