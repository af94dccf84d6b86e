import { mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import { directly } from "@/db/address";
import { type Database, openDatabase } from "@/db/client";
import { filledDatabase } from "./scale/fill";
import { insertCost } from "./scale/insert-cost";
import { worksOf } from "./scale/works";
import type { Bench } from "./setting";

const WARM_UPS = 5;
const RUNS = 40;
const GOALS = { ratio: 1.5, p95Ms: 50, insert: 0.75 };

interface Latency {
  p50: number;
  p95: number;
}

type Work = () => Promise<unknown>;

function latencyOf(times: number[]): Latency {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

/** Measures works sequentially and in turn, so that other work on the machine disturbs each of them alike. */
async function latenciesOf(works: Work[]): Promise<Latency[]> {
  const times = works.map((): number[] => []);
  for (let n = -WARM_UPS; n < RUNS; n++) {
    for (const [i, work] of works.entries()) {
      const started = performance.now();
      await work();
      if (n >= 0) times[i]?.push(performance.now() - started);
    }
  }
  return times.map(latencyOf);
}

/** Measures reads of counts and lists with few and with many scans, and the cost of keeping the counts. */
export const scale: Bench = async ({ database, plan, scans }) => {
  const databases: Database[] = [];
  for (const count of scans)
    databases.push(openDatabase(directly(await filledDatabase(database.url, count))));
  const works = new Map<string, Work[]>();
  for (const opened of databases) {
    for (const [name, work] of await worksOf(opened)) works.set(name, [...(works.get(name) ?? []), work]);
  }
  const found = new Map<string, Latency[]>();
  for (const [name, same] of works) found.set(name, await latenciesOf(same));
  await Promise.all(databases.map((opened) => opened.close()));
  const insert = await insertCost(database.url, plan.rounds, plan.seconds);
  reportScale(scans, found, insert);
};

function reportScale(scans: number[], found: Map<string, Latency[]>, insert: Record<string, number>): void {
  const verdict = (reached: boolean) => (reached ? "reached" : "missed");
  console.log(`\nscale: p50 / p95 in ms at ${scans.join(" and ")} scans, ${RUNS} runs each\n`);
  const works = [...found].map(([name, latencies]) => {
    const [first, last] = [latencies[0], latencies.at(-1)];
    const ratio = (last?.p50 ?? Number.NaN) / (first?.p50 ?? Number.NaN);
    const isReached = ratio <= GOALS.ratio && (last?.p95 ?? Number.NaN) <= GOALS.p95Ms;
    const shown = latencies
      .map(({ p50, p95 }) => `${p50.toFixed(1)} / ${p95.toFixed(1)}`.padStart(16))
      .join("");
    console.log(`  ${name.padEnd(40)}${shown}${ratio.toFixed(2).padStart(8)}  ${verdict(isReached)}`);
    return { name, latencies, ratio, reached: isReached };
  });
  console.log(`\n  goals: at most ${GOALS.ratio} times as long, and p95 at most ${GOALS.p95Ms} ms`);
  for (const [name, ratio] of Object.entries(insert)) {
    console.log(
      `  recording ${name}, counts kept / not kept: ${ratio.toFixed(2)}, goal >= ${GOALS.insert}: ${verdict(ratio >= GOALS.insert)}`,
    );
  }
  const folder = new URL("results/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  const machine = { cpus: os.availableParallelism(), model: os.cpus()[0]?.model ?? "unknown" };
  const result = {
    bench: "scale",
    date: new Date().toISOString(),
    machine,
    node: process.version,
    scans,
    goals: GOALS,
    works,
    insert,
  };
  writeFileSync(new URL("scale.json", folder), `${JSON.stringify(result, null, 2)}\n`);
  console.log("\n  written to lab/bench/results/scale.json");
}
