import { mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import { median } from "./rounds";

const GOALS = { ratio: 1.5, lcpMs: 1_200, revisitMs: 150, liveMs: 2_000 };

/** Milliseconds of each round, by producer or page. */
export interface DashboardRounds {
  firstRows: { many: number[]; few: number[] };
  lcp: Record<string, number[]>;
  revisit: Record<string, number[]>;
  /** From the answer to a scan until the open feed shows it. */
  live: number[];
}

interface Measured {
  rounds: DashboardRounds;
  /** Whether the HTML of a list contains its first row. */
  inHtml: Record<string, boolean>;
  counts: { many: number; few: number };
  plan: { rounds: number };
}

const mediansOf = (series: Record<string, number[]>) =>
  Object.fromEntries(Object.entries(series).map(([name, each]) => [name, median(each)]));

const verdict = (isReached: boolean) => (isReached ? "reached" : "missed");

function printSlowest(title: string, medians: Record<string, number>, goalMs: number) {
  for (const [name, ms] of Object.entries(medians))
    console.log(`  ${title}, ${name}: ${ms.toFixed(0)} ms, goal <= ${goalMs}: ${verdict(ms <= goalMs)}`);
}

/** Prints the figures with their goals and writes them to `results/dashboard.json`. */
export function reportDashboard({ rounds, inHtml, counts, plan }: Measured): void {
  const { firstRows } = rounds;
  const ratios = firstRows.many.map((ms, round) => ms / (firstRows.few[round] ?? Number.NaN));
  const [ratio, lcp, revisit] = [median(ratios), mediansOf(rounds.lcp), mediansOf(rounds.revisit)];
  console.log(`\ndashboard: medians of ${plan.rounds} rounds, a real browser\n`);
  console.log(
    `  first rows of ${counts.many} items: ${median(firstRows.many).toFixed(0)} ms; of ${counts.few}: ${median(firstRows.few).toFixed(0)} ms`,
  );
  console.log(`  many / few: ${ratio.toFixed(2)}, goal <= ${GOALS.ratio}: ${verdict(ratio <= GOALS.ratio)}`);
  printSlowest("LCP in a fresh browser", lcp, GOALS.lcpMs);
  printSlowest("rows after a click on a page that was open", revisit, GOALS.revisitMs);
  printSlowest("from an answer to its row", { "live feed": median(rounds.live) }, GOALS.liveMs);
  for (const [name, isThere] of Object.entries(inHtml))
    console.log(`  first row in the HTML, ${name}: ${verdict(isThere)}`);

  const folder = new URL("results/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  const machine = { cpus: os.availableParallelism(), model: os.cpus()[0]?.model ?? "unknown" };
  const result = {
    bench: "dashboard",
    date: new Date().toISOString(),
    machine,
    node: process.version,
    rounds: plan.rounds,
    goals: GOALS,
    items: counts,
    ratio,
    lcp,
    revisit,
    live: median(rounds.live),
    inHtml,
    single: rounds,
  };
  writeFileSync(new URL("dashboard.json", folder), `${JSON.stringify(result, null, 2)}\n`);
  console.log("\n  written to lab/bench/results/dashboard.json");
}
