import { mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { drizzle } from "drizzle-orm/postgres-js";
import { readLoops } from "@/server/loops/read";
import { measureCores } from "./cpu";
import type { BenchDatabase } from "./database";
import { CONNECTIONS } from "./http-candidate";
import { maker } from "./items";
import { scansOf } from "./record-scan";
import { median } from "./rounds";
import { createProducer } from "./service";
import type { Bench } from "./setting";

const PRODUCERS = 8;
const ITEMS_EACH = 125;
const SAMPLE_INTERVAL_MS = 1_000;
const CATCH_UP_TIMEOUT_MS = 600_000;
const GOAL_MS = 10_000;

interface Lag {
  /** Age of the oldest scan that is not in the roll-ups, in milliseconds. */
  counting: number;
  /** Age of the oldest scan that is not known to be assessed. */
  assessing: number;
}

async function lagOf({ sql }: BenchDatabase): Promise<Lag> {
  const [pending] = await sql<{ ms: number }[]>`
    select coalesce(extract(epoch from now() - min(timestamp)) * 1000, 0)::float8 as ms from pending_rollups`;
  const loops = await readLoops(drizzle(sql));
  const assessing = loops.find(({ loop }) => loop === "assessing")?.lagMs ?? 0;
  return { counting: Math.max(0, pending?.ms ?? 0), assessing };
}

/** Measures the lag each second, until `stop` resolves. */
async function sample(database: BenchDatabase, stop: Promise<unknown>): Promise<Lag[]> {
  const lags: Lag[] = [];
  let isStopped = false;
  const stopped = stop.finally(() => {
    isStopped = true;
  });
  while (!isStopped) {
    lags.push(await lagOf(database));
    await Promise.race([delay(SAMPLE_INTERVAL_MS), stopped]);
  }
  return lags;
}

/** Waits until no scan is pending. Returns how long that took, in milliseconds. */
async function catchUp(database: BenchDatabase): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < CATCH_UP_TIMEOUT_MS) {
    const { counting, assessing } = await lagOf(database);
    if (counting === 0 && assessing === 0) return performance.now() - began;
    await delay(SAMPLE_INTERVAL_MS);
  }
  throw new Error("Scans were still pending ten minutes after the last one.");
}

const lineOf = (work: string, lags: number[]) => {
  const most = Math.max(...lags);
  const seconds = (ms: number) => (ms / 1_000).toFixed(1);
  return `${work}: lag ${seconds(median(lags))} s, at most ${seconds(most)} s (goal ${GOAL_MS / 1_000} s): ${most <= GOAL_MS ? "reached" : "missed"}`;
};

/** Records scans at full speed for a while, and measures how far counting and assessing stay behind. */
export const walls: Bench = async ({ database, place, service, load, plan: { seconds } }) => {
  const identifiers: string[] = [];
  for (let n = 0; n < PRODUCERS; n++) {
    const producer = await createProducer(place, `Producer ${n}`);
    identifiers.push(...(await maker(service.port, producer).items(`walls-${n}`, ITEMS_EACH)));
  }
  const { pid, port } = service;
  const cores = measureCores({ load: load.pid, candidate: [pid], postmaster: database.postmaster });
  const recorded = load.run({
    ports: [port],
    connections: CONNECTIONS,
    seconds,
    requests: scansOf(identifiers),
  });
  const lags = await sample(database, recorded);
  const { perSecond, p50, p99, ok } = await recorded;
  const used = cores();
  const caughtUpMs = await catchUp(database);

  console.log(`\nwalls: ${ok} scans of ${PRODUCERS} producers in ${seconds} s, then caught up\n`);
  console.log(`  recorded: ${Math.round(perSecond)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
  for (const work of ["counting", "assessing"] as const)
    console.log(
      `  ${lineOf(
        work,
        lags.map((lag) => lag[work]),
      )}`,
    );
  const microseconds = (of: number) => `${((of / perSecond) * 1e6).toFixed(0)} us`;
  console.log(
    `  CPU of a scan, with all background work: service ${microseconds(used.candidate)}, Postgres ${microseconds(used.postgres)}; other programs used ${used.others.toFixed(2)} cores`,
  );
  console.log(`  nothing pending ${(caughtUpMs / 1_000).toFixed(1)} s after the last scan`);
  const folder = new URL("results/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  const result = {
    bench: "walls",
    date: new Date().toISOString(),
    machine: { cpus: os.availableParallelism(), model: os.cpus()[0]?.model ?? "unknown" },
    node: process.version,
    goalMs: GOAL_MS,
    seconds,
    recorded: { scans: ok, perSecond, p50, p99 },
    cores: used,
    caughtUpMs,
    lags,
  };
  writeFileSync(new URL("walls.json", folder), `${JSON.stringify(result)}\n`);
  console.log("\n  written to lab/bench/results/walls.json");
};
