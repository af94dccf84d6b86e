import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { packClient, packedName } from "@assay/client/build";
import { afterAll, beforeAll, expect, test } from "vitest";
import { npm, ROOT } from "./cli/steps.mjs";
import { VERSION } from "./platform/build-info";

// Holds decision 0070.

const run = promisify(execFile);

/** A project of a user: an empty folder. */
const project = mkdtempSync(path.join(tmpdir(), "assay-client-user-"));
const packed = path.join(project, "packed");
afterAll(() => rmSync(project, { recursive: true }));

beforeAll(async () => {
  await packClient(packed, npm);
  writeFileSync(path.join(project, "package.json"), `{ "type": "module", "private": true }`);
  const [command, args] = npm("install", "--offline", "--silent", path.join(packed, packedName()));
  await run(command, args, { cwd: project });
}, 60_000);

test("the package has the version of the service and installs alone, without a network", () => {
  expect(readdirSync(packed)).toEqual([`assay-client-${VERSION}.tgz`]);
  expect(readFileSync("packages/client/README.md", "utf8")).toContain(packedName());
  const installed = readdirSync(path.join(project, "node_modules")).filter((name) => !name.startsWith("."));
  expect(installed).toEqual(["@assay"]);
  expect(readdirSync(path.join(project, "node_modules/@assay/client")).sort()).toEqual(
    expect.arrayContaining([
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "index.d.ts",
      "index.js",
      "package.json",
    ]),
  );
});

test("Node imports the installed package, which needs no module of Node", async () => {
  const code = `import { Assay } from "@assay/client";
    const assay = new Assay({ baseUrl: "https://assay.test", fetch: async () => Response.json({ name: "x" }) });
    console.log((await assay.service.info()).name);`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code], { cwd: project });
  expect(stdout).toBe("x\n");
  const bundle = readFileSync(path.join(project, "node_modules/@assay/client/index.js"), "utf8");
  expect(bundle).not.toMatch(/^import |\bfrom "|\brequire\(/m);
});

/** The compiler of the service, and the one that most users have. */
const COMPILERS: [name: string, compiler: string, options: string[]][] = [
  ["TypeScript 7, as a bundler resolves", "node_modules", ["--module", "preserve"]],
  ["TypeScript 5, as Node resolves", "packages/client/node_modules", ["--module", "nodenext"]],
];

test.for(COMPILERS)("the examples of the README have correct types: %s", async ([, modules, options]) => {
  const readme = readFileSync(path.join(ROOT, "packages/client/README.md"), "utf8");
  const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = ""]) => code);
  expect(examples.length).toBeGreaterThan(4);
  const files = examples.map((code, at) => {
    const file = path.join(project, `example-${at}.ts`);
    writeFileSync(file, code);
    return file;
  });
  const wrong = path.join(project, "wrong.ts");
  writeFileSync(
    wrong,
    `import { Assay } from "@assay/client";\nconst assay = new Assay({ baseUrl: "https://assay.test" });\nawait assay.items.create({ identifer: "x" });\n`,
  );
  const compiler = path.join(ROOT, modules, "typescript/bin/tsc");
  const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--noEmit"];
  const types = ["--types", "node", "--typeRoots", path.join(ROOT, "node_modules/@types")];
  const all = [compiler, ...strict, ...types, ...options, "--target", "es2022", "--lib", "es2022,dom"];
  const { stdout } = await run(process.execPath, [...all, ...files, wrong], { cwd: project }).catch(
    (failed: { stdout: string }) => failed,
  );
  expect(stdout).toMatch(/^wrong\.ts\(3,\d+\): error TS2\d+: .*'identifer' does not exist.*\n$/s);
  expect(stdout.match(/: error /g)).toHaveLength(1);
});
