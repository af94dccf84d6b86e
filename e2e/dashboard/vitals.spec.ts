import { expect, test } from "@playwright/test";
import { settled } from "./every-page/look";
import { manyItems } from "./many-items";
import { newUser, signIn } from "./people";
import { countScripts, vitalsOf, watchVitals } from "./vitals";

const ITEMS = 5_000;
const MAX_CLS = 0.02;
/** Lists have filters of several values, whose fields are the largest. */
const MAX_OF_LIST_BYTES = 297 * 1024;
const MAX_OF_ITEM_BYTES = 256 * 1024;
/** The overview loads its charts separately, after the page. */
const MAX_WITH_CHARTS_BYTES = 415 * 1024;

test("pages load little script, and their layout does not shift", async ({ page, browser, baseURL }) => {
  const { producerId, token, item } = await manyItems("Vitals", ITEMS);
  for (let scan = 0; scan < 60; scan += 1) {
    await fetch(`${baseURL}/api/v2/scans`, {
      method: "POST",
      headers: { "content-type": "application/json", "an-api-token": token },
      body: JSON.stringify({ identifier: item, location: { latitude: 52.52, longitude: 13.405 } }),
    });
  }
  await signIn(page, await newUser(producerId, "owner"));
  const storageState = await page.context().storageState();
  for (const [path, most] of [
    ["/overview", MAX_WITH_CHARTS_BYTES],
    ["/items", MAX_OF_LIST_BYTES],
    [`/items/${item}`, MAX_OF_ITEM_BYTES],
    ["/scans", MAX_OF_LIST_BYTES],
  ] as const) {
    // A fresh context has an empty cache.
    const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } });
    const fresh = await context.newPage();
    const scripts = await countScripts(fresh);
    await watchVitals(fresh);
    await fresh.goto(`/p/${producerId}${path}`);
    await settled(fresh);
    await expect(fresh.locator("main tbody a").filter({ visible: true }).first()).toBeVisible();
    const { lcpMs, cls } = await vitalsOf(fresh);
    const bytes = scripts();
    console.log(
      `${path}: LCP ${Math.round(lcpMs)} ms, CLS ${cls.toFixed(3)}, ${Math.round(bytes / 1024)} KB of scripts`,
    );
    expect.soft(cls, `${path} jumps`).toBeLessThanOrEqual(MAX_CLS);
    expect.soft(bytes, `${path} has too much script`).toBeLessThanOrEqual(most);
    await context.close();
  }
});
