import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { GUIDE_PAGE_PORT, GUIDE_RECEIVER_PORT } from "../where";
import { readGuide, type Step } from "./read-guide";

/** Packages that guides install. */
const PACKAGES = ["esbuild", "react", "react-dom", "scheduler", "standardwebhooks", "zxing-wasm"];
const SEPARATOR = "\u001e";
/**
 * As in a terminal, what runs in the background keeps its standard input. Nothing is installed: the packages are there, or
 * are stand-ins of the test.
 */
const PRELUDE = `set -meuo pipefail
npm() { shift; for name in "$@"; do test -e "node_modules/$name" || { echo "$name is missing" >&2; return 1; }; done; }
`;

interface Options {
  baseURL: string;
  token: string;
  /** Further files by their path, such as stand-ins for packages. */
  files?: Record<string, string>;
}

/** A guide that was run. */
interface Run {
  folder: string;
  /** Each step with its output. */
  steps: (Step & { output: string })[];
  code: number | null;
  /** What the commands wrote to stderr. */
  failure: string;
  /** Ends what the guide left running, and removes its folder. */
  end(): void;
}

/** Does what a reader of the page does: makes its files, and runs its commands from top to bottom. */
export async function runGuide(page: string, { baseURL, token, files = {} }: Options): Promise<Run> {
  const guide = readGuide(page);
  const run = randomBytes(4).toString("hex");
  const here = (text: string) =>
    text
      .replaceAll(/\b(first-scan|sandboxed|webhook|erp|paged)-\d\b/g, `$&-${run}`)
      .replaceAll("http://localhost:3000", baseURL)
      .replaceAll(/ant_your_token|aat_test_your_token/g, token)
      .replaceAll("8080", String(GUIDE_RECEIVER_PORT))
      .replaceAll("8000", String(GUIDE_PAGE_PORT));
  const folder = mkdtempSync(path.join(os.tmpdir(), "assay-guide-"));
  const modules = path.join(folder, "node_modules");
  mkdirSync(path.join(modules, ".bin"), { recursive: true });
  for (const name of PACKAGES) symlinkSync(path.resolve("node_modules", name), path.join(modules, name));
  symlinkSync(path.resolve("node_modules/.bin/esbuild"), path.join(modules, ".bin/esbuild"));
  for (const [name, text] of Object.entries({ ...files, ...guide.files })) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), here(text));
  }
  const script = guide.steps.map(({ commands }) => `${here(commands)}\nprintf '${SEPARATOR}'\n`).join("");
  writeFileSync(path.join(folder, "guide.sh"), PRELUDE + script);

  const [input, output, errors] = [
    path.join(folder, "input"),
    path.join(folder, "output"),
    path.join(folder, "errors"),
  ];
  // As a terminal, it has no end.
  spawnSync("mkfifo", [input]);
  const shell = spawn("bash", ["guide.sh"], {
    cwd: folder,
    // A session of its own, which `end` ends.
    detached: true,
    stdio: [openSync(input, "r+"), openSync(output, "w"), openSync(errors, "w")],
    env: { ...process.env, FORCE_COLOR: "0", ASSAY: baseURL, TOKEN: token },
  });
  const [code] = await once(shell, "exit");
  const outputs = readFileSync(output, "utf8").split(SEPARATOR);
  return {
    folder,
    steps: guide.steps.map(({ text, ...step }, at) => ({
      ...step,
      ...(text && { text: here(text) }),
      output: outputs[at] ?? "",
    })),
    code,
    failure: readFileSync(errors, "utf8"),
    end() {
      spawnSync("pkill", ["-KILL", "-s", String(shell.pid)]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
