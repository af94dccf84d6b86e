import type { BrowserContext, Page } from "@playwright/test";
import { vitalsOf, watchVitals } from "@/e2e/dashboard/vitals";

/** The pages whose largest contentful paint is measured in a fresh browser. */
export const PAGES = ["landing", "overview", "items", "item", "scans", "scan", "map"] as const;
/** The pages that are measured on a revisit. */
export const REVISITED = ["items", "scans"] as const;
type ListPage = (typeof REVISITED)[number];

/** Links to objects in the rows of a list. */
const ROWS: Record<ListPage, string> = {
  items: "main tbody a[href*='/items/']",
  scans: "main tbody a[href*='/scans/']",
};

const isSettled = () => document.querySelector("main [aria-busy=true], .mantine-Skeleton-root") === null;

/** The address of a page; an item or a scan of the producer is the first one of its list. */
export async function addressOf(page: Page, at: string, name: (typeof PAGES)[number]): Promise<string> {
  if (name === "landing") return "/";
  if (name !== "item" && name !== "scan") return `${at}/${name}`;
  const list = name === "item" ? "items" : "scans";
  await page.goto(`${at}/${list}`);
  const link = page.locator(ROWS[list]).first();
  return (await link.getAttribute("href")) ?? `${at}/${list}`;
}

/** The largest contentful paint of a page in a fresh browser, in milliseconds. */
export async function lcpOf(fresh: BrowserContext, address: string): Promise<number> {
  const page = await fresh.newPage();
  await watchVitals(page);
  await page.goto(address, { waitUntil: "load" });
  await page.waitForFunction(isSettled);
  const { lcpMs } = await vitalsOf(page);
  await fresh.close();
  return lcpMs;
}

/** Clicks a link of the navigation. Returns the milliseconds from the click until the list's rows are there. */
const open = (page: Page, href: string, list: ListPage): Promise<number> =>
  page.evaluate(
    async ([href, row]) => {
      const link = document.querySelector(`nav a[href="${href}"]`);
      if (!(link instanceof HTMLElement)) throw new Error(`There is no link to ${href}.`);
      const clickedAt = performance.now();
      link.click();
      while (location.pathname !== href || document.querySelector(row) === null)
        await new Promise((resolve) => requestAnimationFrame(resolve));
      return performance.now() - clickedAt;
    },
    [href, ROWS[list]] as const,
  );

/** The time to the rows of pages that were open before, by the links of the navigation, in milliseconds. */
export async function revisits(page: Page, at: string): Promise<Record<ListPage, number>> {
  await page.goto(`${at}/items`, { waitUntil: "networkidle" });
  await open(page, `${at}/scans`, "scans");
  await page.waitForLoadState("networkidle");
  const items = await open(page, `${at}/items`, "items");
  await page.waitForLoadState("networkidle");
  return { items, scans: await open(page, `${at}/scans`, "scans") };
}

/** A function that records a scan of an item; it returns the milliseconds from the answer until the open feed shows its row. */
export async function liveFeed(
  page: Page,
  at: string,
  token: string,
  identifier: string,
): Promise<() => Promise<number>> {
  await page.goto(`${at}/scans`);
  await page.getByText("Live", { exact: true }).waitFor();
  let rows = await page.locator(ROWS.scans).count();
  return async () => {
    const recorded = await page.request.post("/api/v2/scans", {
      headers: { "an-api-token": token },
      data: { identifier, copyclassification: "original" },
    });
    if (!recorded.ok()) throw new Error(`The scan was refused: ${await recorded.text()}`);
    const answeredAt = performance.now();
    rows += 1;
    await page.waitForFunction(([row, rows]) => document.querySelectorAll(row).length >= rows, [
      ROWS.scans,
      rows,
    ] as const);
    return performance.now() - answeredAt;
  };
}

/** Whether the HTML of a list contains its first row, before scripts run. */
export async function hasRowsInHtml(page: Page, at: string, list: ListPage): Promise<boolean> {
  await page.goto(`${at}/${list}`);
  const href = (await page.locator(ROWS[list]).first().getAttribute("href")) ?? ROWS[list];
  return (await (await page.request.get(`${at}/${list}`)).text()).includes(`href="${href}"`);
}
