import { type BrowserContext, chromium } from "@playwright/test";
import { signIn } from "@/e2e/dashboard/people";
import { vitalsOf, watchVitals } from "@/e2e/dashboard/vitals";
import { CHROMIUM_ARGS, findChromium } from "@/server/cli/browser.mjs";
import { atEnd } from "./cleanup";
import { addressOf, hasRowsInHtml, lcpOf, liveFeed, PAGES, REVISITED, revisits } from "./dashboard-pages";
import { type DashboardRounds, reportDashboard } from "./dashboard-report";
import { type BenchDatabase, settle } from "./database";
import { createDemo, createOwner, createProducer, type Producer } from "./service";
import type { Bench } from "./setting";

const FEW = 1_000;
const ITEMS_BATCH_SIZE = 50_000;
const DEMO = ["--items", "300", "--scans", "6000", "--days", "60"];
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

/**
 * Compares the items page of a producer with very many items and one with few: the time to the first rows in a browser
 * that knows the page. Measures the LCP of the landing page and of pages of a demo producer in a fresh browser, the time
 * from a click to the rows of pages that were open before, and the time until an open feed shows a new scan.
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

  const open = async (name: string, of: Pick<Producer, "producerId">) => {
    const owner = { email: `${name}@people.test`, name, password: PASSWORD };
    await createOwner(place, of, owner);
    const context = await newContext();
    const page = await context.newPage();
    await signIn(page, owner, PASSWORD);
    return { name, at: `/p/${of.producerId}`, context, page };
  };
  const openWithItems = async (name: string, of: Producer, count: number) => {
    await makeItems(database, of, name, count);
    const opened = await open(name, of);
    await watchVitals(opened.page);
    return { ...opened, count };
  };
  const many = await openWithItems("many", producer, items);
  const few = await openWithItems("few", await createProducer(place, "Few"), FEW);
  const demo = await open("demo", { producerId: await createDemo(place, ...DEMO) });
  await settle(database);

  const firstRows = async ({ at, page }: typeof many) => {
    await page.goto(`${at}/items`);
    await page.locator("main tbody a").first().waitFor();
    const { firstRowsMs } = await vitalsOf(page);
    if (firstRowsMs === null) throw new Error("The page has no rows.");
    return firstRowsMs;
  };
  const rounds: DashboardRounds = { firstRows: { many: [], few: [] }, lcp: {}, revisit: {}, live: [] };
  const showsScan = await liveFeed(await many.context.newPage(), many.at, producer.token, "many-1");
  const addresses: [string, string][] = [];
  for (const name of PAGES) addresses.push([name, await addressOf(demo.page, demo.at, name)]);

  for (let n = 1 - WARM_UPS; n <= plan.rounds; n += 1) {
    const rows = { many: await firstRows(many), few: await firstRows(few) };
    const lcp: Record<string, number> = {};
    for (const [name, address] of addresses) lcp[name] = await lcpOf(await newContext(demo.context), address);
    const revisit = await revisits(demo.page, demo.at);
    const live = await showsScan();
    if (n < 1) continue;
    rounds.firstRows.many.push(rows.many);
    rounds.firstRows.few.push(rows.few);
    rounds.live.push(live);
    for (const [name, ms] of Object.entries(lcp)) rounds.lcp[name] = [...(rounds.lcp[name] ?? []), ms];
    for (const name of REVISITED) rounds.revisit[name] = [...(rounds.revisit[name] ?? []), revisit[name]];
    console.error(`round ${n} of ${plan.rounds}: first rows after ${Math.round(rows.many)} ms`);
  }
  const inHtml: Record<string, boolean> = {};
  for (const name of REVISITED) inHtml[name] = await hasRowsInHtml(demo.page, demo.at, name);
  reportDashboard({ rounds, inHtml, counts: { many: many.count, few: few.count }, plan });
};
