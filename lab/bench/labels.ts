import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import { promisify } from "node:util";
import { SYMBOL_KINDS } from "@assay/labels";
import { median } from "./rounds";
import type { Bench } from "./setting";

const LABELS = 10_000;
/** The goal for CPU seconds of a PDF with 10,000 labels. */
const GOAL_SECONDS = 30;
const FOLDER = "lab/bench/results";

const run = promisify(execFile);

/** CPU seconds of one PDF in a process of its own. */
async function secondsOf(symbol: string): Promise<number> {
  const script = ["--import", "tsx", "packages/labels/bench.ts", String(LABELS), symbol];
  const { stdout } = await run(process.execPath, script);
  console.log(`  ${stdout.trim()}`);
  return Number(/([\d.]+) s of CPU/.exec(stdout)?.[1]);
}

/** Measures PDFs of 10,000 labels, by symbol. */
export const labels: Bench = async ({ plan }) => {
  const symbols = [];
  for (const symbol of SYMBOL_KINDS) {
    const seconds = [];
    for (let round = 0; round < plan.rounds; round += 1) seconds.push(await secondsOf(symbol));
    const middle = median(seconds);
    symbols.push({ symbol, seconds, median: middle, reached: middle <= GOAL_SECONDS });
  }
  const machine = { cpus: os.availableParallelism(), model: os.cpus()[0]?.model ?? "unknown" };
  const result = { bench: "labels", date: new Date().toISOString(), machine, node: process.version };
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(
    `${FOLDER}/labels.json`,
    `${JSON.stringify({ ...result, labels: LABELS, goalSeconds: GOAL_SECONDS, symbols }, null, 2)}\n`,
  );
  for (const { symbol, median, reached } of symbols) {
    console.log(`  ${symbol}: ${median} s of CPU (goal ${GOAL_SECONDS} s ${reached ? "reached" : "missed"})`);
  }
};
