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

export interface Searched {
  /** By these rules alone. */
  rules?: string[];
  /** In these alone, where there are any of them to be seen. */
  within?: string;
}

/** What axe finds, on all of the page by all of its rules or in less. */
export async function violations(page: Page, searched: Searched = {}): Promise<string[]> {
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(({ rules, within }) => {
    const parts = within
      ? [...document.querySelectorAll(within)].filter((part) => part.checkVisibility())
      : [];
    return axe.run(parts.length > 0 ? { include: parts } : document, {
      resultTypes: ["violations"],
      preload: false,
      ...(rules && { runOnly: { type: "rule", values: rules } }),
    });
  }, searched);
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** What sticks out of the window. */
export async function overflow(page: Page): Promise<string[]> {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  return content > window ? [`scrolls sideways: ${content} of ${window} pixels`] : [];
}
