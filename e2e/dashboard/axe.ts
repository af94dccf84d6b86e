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

/** What axe finds, by all of its rules or by some. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(axe.source);
  const found = await page.evaluate((rules) => {
    const options: axe.RunOptions = { resultTypes: ["violations"], preload: false };
    return axe.run(document, rules ? { ...options, runOnly: { type: "rule", values: rules } } : options);
  }, rules);
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** What sticks out of the window. */
export async function overflow(page: Page): Promise<string[]> {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  return content > window ? [`scrolls sideways: ${content} of ${window} pixels`] : [];
}
