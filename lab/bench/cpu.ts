import { readdirSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

interface Times {
  parent: number;
  own: number;
  /** The time of children that have ended. */
  reaped: number;
}

/** The kernel's times of a process; undefined if it is gone, or without /proc. */
function timesOf(pid: number | "self"): Times | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const seconds = (i: number) => Number(fields[i]) / TICKS_PER_SECOND;
    return { parent: Number(fields[1]), own: seconds(11) + seconds(12), reaped: seconds(13) + seconds(14) };
  } catch {
    return undefined;
  }
}

/** The parent of a process, if it is known. */
export const parentOf = (pid: number) => timesOf(pid)?.parent;

const secondsOf = (pids: number[]) => pids.reduce((sum, pid) => sum + (timesOf(pid)?.own ?? 0), 0);

const secondsOfEndedChildren = () => timesOf("self")?.reaped ?? 0;

/** The time of a process and all its children, including ended ones. */
function secondsOfFamily(pid: number | undefined): number {
  const head = pid === undefined ? undefined : timesOf(pid);
  if (!head) return 0;
  let sum = head.own + head.reaped;
  for (const entry of readdirSync("/proc")) {
    const child = /^\d+$/.test(entry) ? timesOf(Number(entry)) : undefined;
    if (child && child.parent === pid) sum += child.own;
  }
  return sum;
}

/** The busy time of the whole machine, without idle time and waiting for disks. */
function secondsOfMachine(): number {
  try {
    const [, user, nice, system, , , irq, softirq, steal] = readFileSync("/proc/stat", "utf8").split(/\s+/);
    return (
      [user, nice, system, irq, softirq, steal].reduce((sum, ticks) => sum + Number(ticks), 0) /
      TICKS_PER_SECOND
    );
  } catch {
    return 0;
  }
}

/** Busy cores, on average. */
export interface Cores {
  load: number;
  candidate: number;
  postgres: number;
  /** Other programs, which disturb the bench. */
  others: number;
}

/** The processes whose CPU time is measured. `load` may be a child that ends in between. */
export interface Parties {
  load: number | "ended child";
  candidate: number[];
  postmaster: number | undefined;
}

/** Starts measuring; the returned function gives the busy cores since then. */
export function measureCores({ load, candidate, postmaster }: Parties): () => Cores {
  const read = () => ({
    at: performance.now() / 1000,
    load: load === "ended child" ? secondsOfEndedChildren() : secondsOf([load]),
    candidate: candidate.reduce((sum, pid) => sum + secondsOfFamily(pid), 0),
    postgres: secondsOfFamily(postmaster),
    machine: secondsOfMachine(),
  });
  const before = read();
  return () => {
    const after = read();
    const cores = (of: "load" | "candidate" | "postgres" | "machine") =>
      (after[of] - before[of]) / (after.at - before.at);
    const ours = { load: cores("load"), candidate: cores("candidate"), postgres: cores("postgres") };
    const others = cores("machine") - ours.load - ours.candidate - ours.postgres;
    return { ...ours, others: Math.max(0, others) };
  };
}
