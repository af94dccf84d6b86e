import { mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import { type BrowserContext, chromium } from "@playwright/test";
import { signIn } from "@/e2e/dashboard/people";
import { vitalsOf, watchVitals } from "@/e2e/dashboard/vitals";
import { CHROMIUM_ARGS, findChromium } from "@/server/cli/browser.mjs";
import { atEnd } from "./cleanup";
import { type BenchDatabase, settle } from "./database";
import { median } from "./rounds";
import { createOwner, createProducer, type Producer } from "./service";
import type { Bench } from "./setting";

const FEW = 1_000;
const ITEMS_BATCH_SIZE = 50_000;
const GOAL_RATIO = 1.5;
const GOAL_LCP_MS = 1_200;
const WARM_UPS = 2;
const PASSWORD = "violet kettle under seven bridges";
const VIEWPORT = { width: 1440, height: 900 };

/** Inserts a producer's items in batches; their creation times are a minute apart. */
async function makeItems({ sql }: BenchDatabase, { producerId }: Producer, name: string, count: number) {
  for (let from = 1; from <= count; from += ITEMS_BATCH_SIZE) {
    const to = Math.min(count, from + ITEMS_BATCH_SIZE - 1);
    await sql`insert into identifiers (identifier, producer_id)
      select ${name} || '-' || n, ${producerId} from generate_series(${from}::int, ${to}::int) n`;
    await sql`insert into items (identifier, producer_id, title, created_at, updated_at)
      select ${name} || '-' || n, ${producerId}, 'Title of ' || n, now() - n * interval '1 minute', now()
      from generate_series(${from}::int, ${to}::int) n`;
    console.error(`${name}: ${to} items of ${count}`);
  }
}

interface Rounds {
  firstRows: number[];
  lcp: Record<"/items" | "/overview", number[]>;
}

/**
 * Compares the items page of a producer with very many items and one with few: the time to the first rows in a browser
 * that knows the page, and the LCP of this page and of the overview in a fresh browser.
 */
export const dashboard: Bench = async ({ database, place, service, producer, plan, items }) => {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error("The dashboard bench needs a browser.");
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  await atEnd(() => browser.close());
  const newContext = async (before?: BrowserContext) =>
    browser.newContext({
      baseURL: `http://127.0.0.1:${service.port}`,
      viewport: VIEWPORT,
      ...(before ? { storageState: await before.storageState() } : {}),
    });

  const open = async (name: string, of: Producer, count: number) => {
    await makeItems(database, of, name, count);
    const owner = { email: `${name}@people.test`, name, password: PASSWORD };
    await createOwner(place, of, owner);
    const context = await newContext();
    const page = await context.newPage();
    await signIn(page, owner, PASSWORD);
    await watchVitals(page);
    const at = `/p/${of.producerId}`;
    const rounds: Rounds = { firstRows: [], lcp: { "/items": [], "/overview": [] } };
    return { name, count, at, context, page, rounds };
  };
  const many = await open("many", producer, items);
  const few = await open("few", await createProducer(place, "Few"), FEW);
  await settle(database);

  const firstRows = async ({ at, page }: typeof many) => {
    await page.goto(`${at}/items`);
    await page.locator("main tbody a").first().waitFor();
    const { firstRowsMs } = await vitalsOf(page);
    if (firstRowsMs === null) throw new Error("The page has no rows.");
    return firstRowsMs;
  };
  const lcp = async ({ at, context }: typeof many, path: "/items" | "/overview") => {
    const fresh = await newContext(context);
    const page = await fresh.newPage();
    await watchVitals(page);
    await page.goto(at + path, { waitUntil: "load" });
    await page.waitForFunction(
      () => document.querySelector("main [aria-busy=true], .mantine-Skeleton-root") === null,
    );
    const { lcpMs } = await vitalsOf(page);
    await fresh.close();
    return lcpMs;
  };

  for (let n = 1 - WARM_UPS; n <= plan.rounds; n += 1) {
    for (const one of [many, few]) {
      const rows = await firstRows(one);
      const [ofItems, ofOverview] = [await lcp(one, "/items"), await lcp(one, "/overview")];
      if (n < 1) continue;
      one.rounds.firstRows.push(rows);
      one.rounds.lcp["/items"].push(ofItems);
      one.rounds.lcp["/overview"].push(ofOverview);
      console.error(`round ${n} of ${plan.rounds}: ${one.name}: first rows after ${Math.round(rows)} ms`);
    }
  }
  reportDashboard([many, few], plan.rounds);
};

function reportDashboard(measured: { name: string; count: number; rounds: Rounds }[], rounds: number): void {
  const rows = measured.map(({ name, count, rounds: { firstRows, lcp } }) => ({
    name,
    items: count,
    firstRowsMs: median(firstRows),
    lcpItemsMs: median(lcp["/items"]),
    lcpOverviewMs: median(lcp["/overview"]),
  }));
  console.log(`\ndashboard: medians of ${rounds} rounds, many and few in turn, a real browser\n`);
  console.log("              items   first rows   LCP items   LCP overview");
  for (const { name, items, ...ms } of rows) {
    const figures = [ms.firstRowsMs, ms.lcpItemsMs, ms.lcpOverviewMs].map((each) => `${each.toFixed(0)} ms`);
    const [first = "", second = "", third = ""] = figures;
    console.log(
      `  ${name.padEnd(6)} ${String(items).padStart(10)} ${first.padStart(12)} ${second.padStart(11)} ${third.padStart(14)}`,
    );
  }
  const ratios = measured[0]?.rounds.firstRows.map(
    (ms, round) => ms / (measured[1]?.rounds.firstRows[round] ?? Number.NaN),
  );
  const ratio = median(ratios ?? []);
  const slowest = Math.max(...rows.flatMap(({ lcpItemsMs, lcpOverviewMs }) => [lcpItemsMs, lcpOverviewMs]));
  const verdict = (reached: boolean) => (reached ? "reached" : "missed");
  console.log(
    `\n  first rows, many / few: ${ratio.toFixed(2)}, goal <= ${GOAL_RATIO}: ${verdict(ratio <= GOAL_RATIO)}`,
  );
  console.log(
    `  LCP, the slowest: ${slowest.toFixed(0)} ms, goal <= ${GOAL_LCP_MS}: ${verdict(slowest <= GOAL_LCP_MS)}`,
  );

  const folder = new URL("results/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  const machine = { cpus: os.availableParallelism(), model: os.cpus()[0]?.model ?? "unknown" };
  const result = {
    bench: "dashboard",
    date: new Date().toISOString(),
    machine,
    node: process.version,
    rounds,
    goals: { ratio: GOAL_RATIO, lcpMs: GOAL_LCP_MS },
    ratio,
    candidates: rows,
    single: measured.map(({ name, rounds: single }) => ({ name, ...single })),
  };
  writeFileSync(new URL("dashboard.json", folder), `${JSON.stringify(result, null, 2)}\n`);
  console.log("\n  written to lab/bench/results/dashboard.json");
}
