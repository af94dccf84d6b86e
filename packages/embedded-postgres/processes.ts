import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { codeOf } from "./errors";
import type { Place } from "./place";

const run = promisify(execFile);

export const POLL_MS = 20;

/** Sends the postmaster a signal; returns whether it ended within the time. */
export async function isGoneAfter(place: Place, pid: number, signal: NodeJS.Signals, timeoutMs: number) {
  const deadline = Date.now() + timeoutMs;
  signalTo(pid, signal);
  while ((await postmaster(place)) === pid) {
    if (Date.now() > deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}

/** Finds the process id of the cluster's running postmaster. */
export async function postmaster(place: Place): Promise<number | undefined> {
  return (await serverProcesses(place)).find(({ isPostmaster }) => isPostmaster)?.pid;
}

/** Finds the cluster's running processes by command line: a process id in a file may be stale or reused. */
export async function serverProcesses(place: Place) {
  return (await commandLines()).flatMap(({ pid, command }) => {
    const isPostmaster =
      command.includes("/bin/postgres -D ") && command.includes(`cluster_name=${place.name}`);
    const isChild = command.startsWith(`postgres: ${place.name}: `);
    return isPostmaster || isChild ? [{ pid, isPostmaster }] : [];
  });
}

async function commandLines() {
  if (process.platform !== "linux") {
    const { stdout } = await run("ps", ["-axww", "-o", "pid=,command="], { maxBuffer: 64 * 1024 * 1024 });
    return stdout.split("\n").map((line) => {
      const [, pid, command] = /^\s*(\d+) (.*)/.exec(line) ?? [];
      return { pid: Number(pid), command: command ?? "" };
    });
  }
  const pids = (await readdir("/proc")).filter((entry) => /^\d+$/.test(entry));
  const read = (pid: string) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return Promise.all(
    pids.map(async (pid) => ({ pid: Number(pid), command: (await read(pid)).replaceAll("\0", " ") })),
  );
}

/** Sends a signal; returns whether the process exists. Signal 0 only checks. */
export function signalTo(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}
