import type { Page } from "@playwright/test";

const AWAY_MS = 60_000;

/** Comes back to the page, as after a minute in another tab: what it shows is read anew. */
export async function comeBack(page: Page): Promise<void> {
  await page.clock.setSystemTime(Date.now() + AWAY_MS);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
}
