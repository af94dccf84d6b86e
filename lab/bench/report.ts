import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import type { BenchDatabase } from "./database";
import { DISTURBING_CORES, type Measured, median, type Plan, type Round } from "./rounds";

/** The ratio of two candidates, with an optional goal. */
export interface Comparison {
  of: string;
  to: string;
  goal?: number;
}

export interface Report {
  name: string;
  database: BenchDatabase;
  plan: Plan;
  measured: Measured;
  comparisons: Comparison[];
  /** A description of the load; 100 connections by default. */
  load?: string;
  /** Further facts. */
  notes?: Record<string, string | number | boolean>;
}

function gitHash(): string {
  try {
    const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
    return git("rev-parse", "--short", "HEAD") + (git("status", "--porcelain") === "" ? "" : " and changes");
  } catch {
    return "unknown";
  }
}

const middle = (rounds: Round[], of: (round: Round) => number) => median(rounds.map(of));

const medians = (rounds: Round[]): Round => ({
  perSecond: middle(rounds, (round) => round.perSecond),
  p50: middle(rounds, (round) => round.p50),
  p99: middle(rounds, (round) => round.p99),
  cores: {
    load: middle(rounds, (round) => round.cores.load),
    candidate: middle(rounds, (round) => round.cores.candidate),
    postgres: middle(rounds, (round) => round.cores.postgres),
    others: middle(rounds, (round) => round.cores.others),
  },
});

/** The median of the ratios of single rounds, which are adjacent in time, with the lowest and highest ratio. */
function compare(measured: Measured, { of, to, goal }: Comparison) {
  const ours = measured.get(of) ?? [];
  const theirs = measured.get(to) ?? [];
  const single = ours.map((round, i) => round.perSecond / (theirs[i]?.perSecond ?? Number.NaN));
  const ratio = median(single);
  return {
    of,
    to,
    ratio,
    lowest: Math.min(...single),
    highest: Math.max(...single),
    ...(goal === undefined ? {} : { goal, reached: ratio >= goal }),
  };
}

/** Empty for a figure that was not measured. */
const shownMs = (ms: number) => (Number.isNaN(ms) ? "" : ms.toFixed(2));

function printTable(rows: string[][]) {
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? [];
  for (const row of rows) {
    const cells = row.map((cell, i) =>
      i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0),
    );
    console.log(`  ${cells.join("  ")}`.trimEnd());
  }
}

/** Prints the medians and the ratios, and writes everything to `lab/bench/results/<name>.json`. */
export function report({ name, database, plan, measured, comparisons, load, notes = {} }: Report): void {
  const candidates = [...measured].map(([name, rounds]) => ({ name, median: medians(rounds), rounds }));
  const ratios = comparisons.map((comparison) => compare(measured, comparison));
  const result = {
    bench: name,
    date: new Date().toISOString(),
    git: gitHash(),
    machine: {
      cpus: os.availableParallelism(),
      model: os.cpus()[0]?.model ?? "unknown",
      memory: os.totalmem(),
    },
    node: process.version,
    postgres: database.version,
    ...plan,
    candidates,
    ratios,
    notes,
  };

  const { machine } = result;
  console.log(
    `\n${name}: medians of ${plan.rounds} rounds of ${plan.seconds} s, ${load ?? "100 connections"}`,
  );
  console.log(
    `${machine.cpus} x ${machine.model}, Node ${result.node}, Postgres ${result.postgres}, ${result.git}\n`,
  );
  printTable([
    ["", "per second", "p50 ms", "p99 ms", "cores: load", "candidate", "postgres", "others"],
    ...candidates.map(({ name, median: { perSecond, p50, p99, cores } }) => [
      name,
      perSecond.toFixed(0),
      shownMs(p50),
      shownMs(p99),
      cores.load.toFixed(2),
      cores.candidate.toFixed(2),
      cores.postgres.toFixed(2),
      cores.others.toFixed(2),
    ]),
  ]);
  if (candidates.some(({ median }) => median.cores.others > DISTURBING_CORES)) {
    console.log("\n  Other programs kept the machine busy: these figures are not reliable.");
  }
  console.log();
  printTable([
    ["", "ratio", "single rounds", "goal", ""],
    ...ratios.map(({ of, to, ratio, lowest, highest, goal, reached }) => [
      `${of} / ${to}`,
      ratio.toFixed(2),
      `${lowest.toFixed(2)} to ${highest.toFixed(2)}`,
      goal === undefined ? "" : `>= ${goal}`,
      reached === undefined ? "" : reached ? "reached" : "missed",
    ]),
  ]);
  console.log();
  for (const [what, value] of Object.entries(notes)) console.log(`  ${what}: ${value}`);

  const folder = new URL("results/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(result, null, 2)}\n`);
  console.log(`\n  written to lab/bench/results/${name}.json`);
}
