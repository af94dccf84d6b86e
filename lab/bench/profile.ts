import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { ROOT } from "@/server/cli/steps.mjs";
import type { Child } from "./child";
import { type Candidate, type Plan, WARM_UP_SECONDS } from "./rounds";

const MAX_FUNCTIONS = 25;
const MAX_MODULES = 12;
const NOT_WORK = new Set(["(idle)", "(root)"]);
const FOLDER = fileURLToPath(new URL("results/", import.meta.url));

/** Node options with which the service writes a profile at its end. */
export const PROFILE_OPTIONS = ["--cpu-prof", `--cpu-prof-dir=${FOLDER}`];

const CpuProfile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({
        functionName: z.string(),
        url: z.string(),
        lineNumber: z.number(),
        columnNumber: z.number(),
      }),
    }),
  ),
  /** Microseconds of the monotonic clock, which all processes share. */
  startTime: z.number(),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});
type CpuProfile = z.output<typeof CpuProfile>;
type CallFrame = CpuProfile["nodes"][number]["callFrame"];

const nowMicroseconds = () => Number(process.hrtime.bigint() / 1000n);

const SourceMapFile = z.object({
  file: z.string().default(""),
  version: z.number(),
  sources: z.array(z.string()),
  sourcesContent: z.array(z.string()).default([]),
  names: z.array(z.string()),
  mappings: z.string(),
  sourceRoot: z.string().default(""),
});
const maps = new Map<string, SourceMap | undefined>();

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) {
    // The maps of packages name files that do not exist.
    const map =
      !file.includes("node_modules") && existsSync(`${file}.map`)
        ? readFileSync(`${file}.map`, "utf8")
        : undefined;
    maps.set(file, map === undefined ? undefined : new SourceMap(SourceMapFile.parse(JSON.parse(map))));
  }
  return maps.get(file);
}

/** File and line of the source, relative to the repository. */
function sourceOf({ url, lineNumber, columnNumber }: CallFrame): string {
  if (!url.startsWith("file:")) return url;
  const file = fileURLToPath(url);
  const entry = mapOf(file)?.findEntry(lineNumber, columnNumber);
  const source =
    entry && "originalSource" in entry ? path.resolve(path.dirname(file), entry.originalSource) : file;
  const line = entry && "originalLine" in entry ? entry.originalLine : lineNumber;
  return `${path.relative(ROOT, source)}:${line + 1}`;
}

/** The package, the part of Node, or the repository's folder of a function. */
function moduleOf(frame: CallFrame): string {
  const source = sourceOf(frame);
  const installed = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1];
  if (installed) return installed;
  if (source.startsWith("node:")) return source.split("/").slice(0, 2).join("/");
  if (source === "") return frame.functionName.startsWith("(") ? frame.functionName : "natives";
  return path.dirname(source);
}

function printTop(what: string, by: Map<string, number>, shown: number) {
  const total = [...by.values()].reduce((sum, time) => sum + time, 0);
  console.log(`\n  ${what}`);
  for (const [name, time] of [...by].sort(([, a], [, b]) => b - a).slice(0, shown)) {
    console.log(`  ${((100 * time) / total).toFixed(1).padStart(5)} %  ${name}`);
  }
}

/** Prints the distribution of time between two moments. */
function printProfile({ nodes, startTime, samples, timeDeltas }: CpuProfile, from: number, to: number) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const byFunction = new Map<string, number>();
  const byModule = new Map<string, number>();
  let idle = 0;
  let now = startTime;
  for (const [i, id] of samples.entries()) {
    now += timeDeltas[i] ?? 0;
    const frame = frames.get(id);
    // A sample stands for the time until the next one.
    const time = timeDeltas[i + 1] ?? 0;
    if (!frame || now < from || now > to) continue;
    if (NOT_WORK.has(frame.functionName)) {
      idle += time;
      continue;
    }
    const name = `${frame.functionName || "(anonymous)"}  ${sourceOf(frame)}`;
    byFunction.set(name, (byFunction.get(name) ?? 0) + time);
    const module = moduleOf(frame);
    byModule.set(module, (byModule.get(module) ?? 0) + time);
  }
  console.log(`  idle ${((100 * idle) / (to - from)).toFixed(1)} %; of the rest:`);
  printTop("by module", byModule, MAX_MODULES);
  printTop("by function, self time", byFunction, MAX_FUNCTIONS);
}

/** Runs each candidate once, then stops the service and prints its profile. */
export async function profile(service: Child, candidates: Candidate[], { seconds }: Plan): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const periods: { name: string; from: number; to: number; perSecond: number }[] = [];
  for (const { name, round } of candidates) {
    await round(WARM_UP_SECONDS);
    const from = nowMicroseconds();
    const { perSecond } = await round(seconds);
    periods.push({ name, from, to: nowMicroseconds(), perSecond });
  }
  await service.stop();
  const file = readdirSync(FOLDER).find((name) =>
    new RegExp(`\\.${service.pid}\\.\\d+\\.\\d+\\.cpuprofile$`).test(name),
  );
  if (!file) throw new Error("The service left no profile.");
  const found = CpuProfile.parse(JSON.parse(readFileSync(path.join(FOLDER, file), "utf8")));
  for (const { name, from, to, perSecond } of periods) {
    console.log(`\n${name}: ${Math.round(perSecond)}/s while profiled`);
    printProfile(found, from, to);
  }
  console.log(`\n  the profile: lab/bench/results/${file}`);
}
