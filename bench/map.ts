import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import { buildBaseMapIfStale } from "@/server/cli/base-map.mjs";
import type { ScanMap } from "@/server/platform/map/scan-map";
import { typescript } from "./child";
import { atEnd } from "./cleanup";
import { median } from "./rounds";
import type { Bench } from "./setting";

/** Milliseconds of CPU that drawing a picture of 600x400 may take, once the worker is warm. */
const GOAL_MS = 150;

export interface MapBenchJob {
  places: { name: string; map: ScanMap }[];
  rounds: number;
}

/** Milliseconds are of CPU, of all threads of the process. */
export interface MapFigures {
  /** From the start of Node to the loaded code. */
  startMs: number;
  loadMs: number;
  firstPictureMs: number;
  places: { name: string; times: number[]; bytes: number }[];
  rssMb: number;
}

const PLACES: [name: string, latitude: number, longitude: number, rest?: Partial<ScanMap>][] = [
  ["Hamburg", 53.5511, 9.9937],
  ["Hamburg, scale 2", 53.5511, 9.9937, { scale: 2 }],
  ["New York", 40.7128, -74.006],
  ["Fiji", -17.2, 179.95],
  ["mid-Pacific", 2, -140],
  ["North Pole", 90, 0],
  ["South Pole", -90, 0],
  ["Gibraltar", 36.1408, -5.3536],
  ["Singapore", 1.3521, 103.8198],
  ["Null Island", 0, 0],
  ["Tokyo, ja", 35.6762, 139.6503, { locale: "ja" }],
  ["Cairo, ar", 30.0444, 31.2357, { locale: "ar" }],
  ["Longyearbyen", 78.2232, 15.6267],
];

/** The CPU time of drawing scan maps, cold and warm: nothing is cached, each picture is drawn anew. */
export const map: Bench = async ({ plan }) => {
  await buildBaseMapIfStale();
  const usual = { classification: "original", width: 600, height: 400, scale: 1, locale: "en" } as const;
  const job: MapBenchJob = {
    rounds: plan.rounds,
    places: PLACES.map(([name, latitude, longitude, rest]) => ({
      name,
      map: { ...usual, latitude, longitude, ...rest },
    })),
  };
  const [, , file = ""] = typescript("map-worker.ts");
  const child = fork(file, { execArgv: ["--import", "tsx"], serialization: "advanced" });
  await atEnd(async () => {
    child.kill();
  });
  const answered = once(child, "message");
  const died = once(child, "exit").then(([code]) => {
    throw new Error(`The process that draws ended (exit code ${code}).`);
  });
  died.catch(() => undefined);
  child.send(job);
  const [figures]: [MapFigures] = await Promise.race([
    answered.then(([first]): [MapFigures] => [first]),
    died,
  ]);
  reportMaps(figures, plan.rounds);
};

function reportMaps({ startMs, loadMs, firstPictureMs, places, rssMb }: MapFigures, rounds: number): void {
  const rows = places.map(({ name, times, bytes }) => ({
    name,
    cpuMs: median(times),
    lowest: Math.min(...times),
    highest: Math.max(...times),
    bytes,
  }));
  const reached = rows.every(({ cpuMs }) => cpuMs <= GOAL_MS);
  console.log(`\nmap: CPU milliseconds a picture, medians of ${rounds} rounds, each drawn anew\n`);
  for (const { name, cpuMs, lowest, highest, bytes } of rows) {
    const figures = [cpuMs, lowest, highest].map((ms) => ms.toFixed(1).padStart(7)).join(" ");
    console.log(`  ${name.padEnd(18)} ${figures}  ${(bytes / 1024).toFixed(0).padStart(4)} KB`);
  }
  console.log(`\n  goal: at most ${GOAL_MS} ms: ${reached ? "reached" : "missed"}`);
  console.log(
    `  cold: ${loadMs.toFixed(0)} ms for the map data, ${firstPictureMs.toFixed(0)} ms for the first picture`,
  );
  console.log(`  memory: ${rssMb.toFixed(0)} MB`);
  const folder = new URL("results/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  const machine = { cpus: os.availableParallelism(), model: os.cpus()[0]?.model ?? "unknown" };
  const result = {
    bench: "map",
    date: new Date().toISOString(),
    machine,
    node: process.version,
    rounds,
    goalMs: GOAL_MS,
    reached,
    startMs,
    loadMs,
    firstPictureMs,
    rssMb,
    places: rows,
  };
  writeFileSync(new URL("map.json", folder), `${JSON.stringify(result, null, 2)}\n`);
  console.log("\n  written to bench/results/map.json");
}
