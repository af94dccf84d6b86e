import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import axe from "axe-core";

/** Half as long as the readable source; the result of the last statement would be copied to the test. */
const AXE = `${readFileSync("node_modules/axe-core/axe.min.js", "utf8")};undefined`;

/** Wait until all animations have ended, because axe misjudges elements that fade in. */
export async function stillness(page: Page): Promise<void> {
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
  });
}

/** Violations that axe finds on the page, or within the visible parts that match `within`. */
export async function violations(page: Page, within?: string): Promise<string[]> {
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(AXE);
  const found = await page.evaluate((within) => {
    const parts = within
      ? [...document.querySelectorAll(within)].filter((part) => part.checkVisibility())
      : [];
    const options: axe.RunOptions = { resultTypes: ["violations"], preload: false };
    const context = parts.length > 0 ? { include: parts } : document;
    return axe.run(context, options).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => {
        // The arrow keys scroll the options of a field, which keeps the focus.
        const left = nodes.filter(
          ({ target: [place] }) =>
            id !== "scrollable-region-focusable" ||
            document.querySelector(String(place))?.closest("[role=listbox]") === null,
        );
        return left.length > 0 ? [{ id, nodes: left.map(({ html }) => ({ html })) }] : [];
      }),
    );
  }, within);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Controls beyond the edge of the window or of a part that does not scroll. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const right = (element: Element) => element.getBoundingClientRect().right - 1;
    const isCut = (control: Element) => {
      for (let part = control.parentElement; part; part = part.parentElement) {
        const { overflowX, clipPath } = getComputedStyle(part);
        // Scrollable parts, and parts for screen readers only.
        if (overflowX === "auto" || overflowX === "scroll" || clipPath !== "none") return false;
        if (overflowX !== "visible" && right(control) > right(part) + 1) return true;
      }
      return right(control) > innerWidth;
    };
    // Map marks come into view by moving the map; notifications place themselves.
    const controls =
      ":is(a, button, input, label, select, summary):not(.maplibregl-map *, .mantine-Notifications-root *)";
    return [...document.querySelectorAll(controls)]
      .filter((control) => control.checkVisibility() && control.clientWidth > 1 && isCut(control))
      .map((control) => `cut off: ${control.textContent || control.outerHTML}`);
  });

/** Content that overflows the window or is cut off at its edge. */
export async function overflow(page: Page): Promise<string[]> {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  const faults = content > window ? [`scrolls sideways: ${content} of ${window} pixels`] : [];
  return [...faults, ...(await cutOff(page))];
}
