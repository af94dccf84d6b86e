import type { Page } from "@playwright/test";
import { z } from "zod";

const Vitals = z.object({ lcpMs: z.number(), cls: z.number(), firstRowsMs: z.number().nullable() });
export type Vitals = z.output<typeof Vitals>;

/** Record loading times and layout shifts from the start of each page. */
export async function watchVitals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const vitals: { lcpMs: number; cls: number; firstRowsMs: number | null } = {
      lcpMs: 0,
      cls: 0,
      firstRowsMs: null,
    };
    Object.assign(window, { vitals });
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) vitals.lcpMs = startTime;
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ("value" in entry && "hadRecentInput" in entry && !entry.hadRecentInput)
          vitals.cls += Number(entry.value);
      }
    }).observe({ type: "layout-shift", buffered: true });
    new MutationObserver((_changes, observer) => {
      if (document.querySelector("main tbody a") === null) return;
      vitals.firstRowsMs = performance.now();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
}

/** The page's recorded vitals, after the last paint. */
export const vitalsOf = async (page: Page): Promise<Vitals> =>
  Vitals.parse(
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => setTimeout(() => resolve("vitals" in window && window.vitals)));
        }),
    ),
  );

/** Count the transferred bytes of scripts; returns a function that reads the current sum. */
export async function countScripts(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const scripts = new Set<string>();
  let bytes = 0;
  session.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") scripts.add(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}
