import type { Page } from "@playwright/test";
import axe from "axe-core";

/** Waits until nothing moves: what has just been opened fades in, and is looked at once it has. */
export async function stillness(page: Page): Promise<void> {
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
  });
}

/** What axe finds on the page; or in some parts of it alone, where any of them is to be seen. */
export async function violations(page: Page, within?: string): Promise<string[]> {
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(axe.source);
  const found = await page.evaluate((within) => {
    const parts = within
      ? [...document.querySelectorAll(within)].filter((part) => part.checkVisibility())
      : [];
    const options: axe.RunOptions = { resultTypes: ["violations"], preload: false };
    return axe.run(parts.length > 0 ? { include: parts } : document, options);
  }, within);
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** What sticks out of the window. */
export async function overflow(page: Page): Promise<string[]> {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  return content > window ? [`scrolls sideways: ${content} of ${window} pixels`] : [];
}
