import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { BUNDLE } from "@/server/cli/bundle.mjs";
import { atEnd } from "./cleanup";

const STOP_TIMEOUT_MS = 35_000;

export interface Child {
  pid: number;
  process: ChildProcess;
  /** Rejects if the process ends before `stop`. */
  failed: Promise<never>;
  stop(): Promise<void>;
}

/** Starts Node with the arguments; the process ends with the bench at the latest. */
export async function startNode(name: string, args: string[], options: SpawnOptions): Promise<Child> {
  const child = spawn(process.execPath, args, options);
  await once(child, "spawn");
  let stopping = false;
  const ended = once(child, "exit");
  const failed = ended.then(([code, signal]): Promise<never> => {
    if (stopping) return new Promise(() => undefined);
    throw new Error(`${name} ended (${signal ?? `exit code ${code}`}) before it was stopped.`);
  });
  failed.catch(() => undefined);

  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    stopping = true;
    child.kill("SIGTERM");
    const kill = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(kill);
  };
  await atEnd(stop);
  return { pid: child.pid ?? 0, process: child, failed, stop };
}

/** Bundles a TypeScript file of this folder like the server; returns the arguments that run it in plain Node. */
export async function bundled(file: string): Promise<string[]> {
  const built = path.resolve("node_modules/.cache/assay-bench", file.replace(/\.ts$/, ".mjs"));
  await build({
    ...BUNDLE,
    entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
    outfile: built,
  });
  return [built];
}
