import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { ScanMap } from "@assay/scan-map";
import { z } from "zod";
import { buildBaseMapIfStale } from "@/server/cli/base-map.mjs";
import { bundled } from "./child";
import { atEnd } from "./cleanup";
import { httpCandidate } from "./http-candidate";
import { startNginx } from "./nginx";
import { report } from "./report";
import { alternate, median } from "./rounds";
import type { Bench, Setting } from "./setting";

const Scanned = z.object({ scan: z.object({ id: z.string() }) });

/** The goal for CPU milliseconds of an image of 600x400, in a warm worker. */
const GOAL_MS = 150;

export interface MapBenchJob {
  places: { name: string; map: ScanMap }[];
  rounds: number;
}

/** CPU milliseconds of all threads of the process. */
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

/**
 * Measures scan maps: the CPU time of drawing them, cold and warm, without a cache; and the rate of sending a cached one,
 * compared with nginx and the same file.
 */
export const map: Bench = async (setting) => {
  if (!setting.profiled) await measureDrawing(setting);
  await measureSending(setting);
};

async function measureSending({ folder, database, service, producer, load, plan, profiled }: Setting) {
  const headers = { "an-api-token": producer.token };
  const api = `http://127.0.0.1:${service.port}/api/v2`;
  const post = async (target: string, body: object): Promise<unknown> => {
    const response = await fetch(`${api}${target}`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${target}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  await post("/items", { identifier: "mapped" });
  const location = { latitude: 53.5511, longitude: 9.9937 };
  const { scan } = Scanned.parse(await post("/scans", { identifier: "mapped", location }));
  const kept = `/api/v2/scans/${scan.id}/map`;
  const picture = await (await fetch(`http://127.0.0.1:${service.port}${kept}`, { headers })).bytes();
  const again = httpCandidate(load, database.postmaster, {
    name: "assay, again",
    processes: [service],
    requests: [{ method: "GET", path: kept, headers }],
  });
  if (profiled) return profiled([again]);

  const files = path.join(folder, "maps");
  await mkdir(files);
  await writeFile(path.join(files, "map.png"), picture);
  const nginx = await startNginx(folder, files);
  const candidates = [again];
  if (nginx) {
    candidates.push(
      httpCandidate(load, undefined, {
        name: "nginx, the same file",
        processes: nginx.pids.map((pid) => ({ port: nginx.port, pid })),
        requests: [{ method: "GET", path: "/map.png", headers: {} }],
      }),
    );
  }
  report({
    name: "map-again",
    database,
    plan,
    measured: await alternate(candidates, plan),
    comparisons: nginx ? [{ of: "assay, again", to: "nginx, the same file" }] : [],
    notes: { "bytes of the map": picture.byteLength, nginx: nginx?.version ?? "not there" },
  });
}

async function measureDrawing({ plan }: Setting) {
  await buildBaseMapIfStale();
  const usual = { classification: "original", width: 600, height: 400, scale: 1, locale: "en" } as const;
  const job: MapBenchJob = {
    rounds: plan.rounds,
    places: PLACES.map(([name, latitude, longitude, rest]) => ({
      name,
      map: { ...usual, latitude, longitude, ...rest },
    })),
  };
  const [file = ""] = await bundled("map-worker.ts");
  const child = fork(file, { serialization: "advanced" });
  await atEnd(async () => {
    child.kill();
  });
  const answered = once(child, "message");
  const died = once(child, "exit").then(([code]) => {
    throw new Error(`The drawing process ended (exit code ${code}).`);
  });
  died.catch(() => undefined);
  child.send(job);
  const [figures]: [MapFigures] = await Promise.race([
    answered.then(([first]): [MapFigures] => [first]),
    died,
  ]);
  reportMaps(figures, plan.rounds);
}

function reportMaps({ startMs, loadMs, firstPictureMs, places, rssMb }: MapFigures, rounds: number): void {
  const rows = places.map(({ name, times, bytes }) => ({
    name,
    cpuMs: median(times),
    lowest: Math.min(...times),
    highest: Math.max(...times),
    bytes,
  }));
  const reached = rows.every(({ cpuMs }) => cpuMs <= GOAL_MS);
  console.log(`\nmap: CPU milliseconds for an image, medians of ${rounds} rounds without a cache\n`);
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
  console.log("\n  written to lab/bench/results/map.json");
}
