import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { afterAll, expect, test } from "vitest";
import { openapiDocument } from "./openapi";

// Holds decision 0069.

const run = promisify(execFile);
const TOOLS = path.resolve("packages/client/node_modules");

const folder = mkdtempSync(path.join(tmpdir(), "assay-generators-"));
afterAll(() => rmSync(folder, { recursive: true }));
const document = path.join(folder, "openapi.json");
writeFileSync(document, JSON.stringify(openapiDocument()));

/** Generators that others wrote, with their files; `said` is all that they print when nothing is wrong. */
const GENERATORS: [name: string, args: string[], files: string[], said: RegExp][] = [
  [
    "openapi-typescript",
    [`${TOOLS}/openapi-typescript/bin/cli.js`, document, "-o", "schema.ts"],
    ["schema.ts"],
    /^✨ openapi-typescript [\d.]+\n🚀 \S+ → schema\.ts \[\S+\]\n$/,
  ],
  [
    "@hey-api/openapi-ts",
    [
      `${TOOLS}/@hey-api/openapi-ts/bin/run.js`,
      ...[
        "-i",
        document,
        "-o",
        "client",
        "-p",
        "@hey-api/typescript",
        "@hey-api/sdk",
        "@hey-api/client-fetch",
      ],
    ],
    ["client/index.ts", "client/client.gen.ts"],
    /^@hey-api\/openapi-ts v[\d.]+\n\n\[Job 1\] ⏳ Generating from 1 input:\n\[Job 1\] {3}\[1\] \S+\n\[Job 1\] ✅ Done! Your output is in \S+\n$/,
  ],
];

test.for(GENERATORS)(
  "%s makes a client without a warning, and it compiles",
  async ([, args, files, said]) => {
    const { stdout, stderr } = await run(process.execPath, args, { cwd: folder });
    expect(stripVTControlCharacters(`${stdout}${stderr}`)).toMatch(said);
    const compiler = path.resolve("node_modules/typescript/bin/tsc");
    const options = ["--strict", "--noEmit", "--target", "es2022", "--module", "preserve"];
    const lib = ["--lib", "es2023,dom,dom.iterable"];
    const compiled = run(process.execPath, [compiler, ...options, ...lib, ...files], { cwd: folder });
    await expect(compiled).resolves.toMatchObject({ stdout: "" });
  },
);
