import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { sql } from "drizzle-orm";
import { DAY_MS } from "@/server/core/time";
import { newId } from "@/server/platform/ids";
import { newProducer } from "../credentials";
import { inside } from "../inside";
import { overflow } from "./axe";
import { settled } from "./every-page/look";
import { newUser, signIn } from "./people";

/** Open the overview of a producer with one scan in the previous week and the given scans today. */
async function openOverview(page: Page, verdicts: string[]): Promise<void> {
  const { producerId, token } = await newProducer("Overview");
  const identifier = `counted-${Date.now()}`;
  const headers = { "an-api-token": token };
  const post = async (path: string, data: object) =>
    expect((await page.request.post(`/api/v2${path}`, { headers, data })).status()).toBe(200);
  await post("/items", { identifier });
  for (const copyclassification of verdicts) await post("/scans", { identifier, copyclassification });
  // The API only records scans of the present.
  const at = Date.now() - 8 * DAY_MS;
  await (await inside()).db.execute(sql`
    insert into scans (id, item_id, producer_id, identifier, timestamp, copyclassification, data)
    select ${newId(at)}::uuid, id, producer_id, identifier, ${new Date(at).toISOString()}::timestamptz, 'original', '{}'
    from items where producer_id = ${producerId} and identifier = ${identifier}`);
  await signIn(page, await newUser(producerId, "viewer"));
  await page.goto("/overview");
}

test("on a phone the fake rate is visible", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openOverview(page, ["original", "fake"]);
  const rate = page.getByRole("link", { name: "Fake rate 50%", exact: true });
  await expect(rate).toBeVisible();
  await rate.scrollIntoViewIfNeeded();
  await expect(rate).toBeInViewport({ ratio: 1 });
});

test("a large increase is shown as a factor, not as a percentage", async ({ page }) => {
  await openOverview(page, ["original", "original", "fake", "original", "original"]);
  await expect(page.getByRole("link", { name: "Scans 5", exact: true })).toBeVisible();
  await expect(page.getByText("5 times as many (previously 1)", { exact: true }).first()).toBeVisible();
});

test("today is marked as incomplete, and no other day is", async ({ page }) => {
  await openOverview(page, ["original"]);
  await expect(page.getByText(/^Hatched bars are incomplete/)).toBeVisible();
  await page.getByText("Show as table").click();
  const days = page.getByRole("region", { name: "Show as table" }).getByRole("rowheader");
  await expect(days).toHaveCount(7);
  await expect(days.filter({ hasText: "incomplete" })).toHaveCount(1);
  await expect(days.last()).toContainText("incomplete");
});

test("at 320 px every time range and the names in the tables are visible", async ({ page, baseURL }) => {
  const { producerId, token } = await newProducer("Narrow overview");
  const identifier = randomUUID();
  const post = (path: string, data: object) =>
    page.request.post(`${baseURL}/api/v2${path}`, { headers: { "an-api-token": token }, data });
  expect((await post("/items", { identifier, title: "Chronograph in steel" })).ok()).toBe(true);
  expect((await post("/scans", { identifier, copyclassification: "fake" })).ok()).toBe(true);
  await signIn(page, await newUser(producerId, "owner"));
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/overview");
  const name = page.getByRole("rowheader", { name: "Chronograph in steel" }).getByRole("link");
  await expect(name).toBeVisible();
  await settled(page);
  expect((await name.boundingBox())?.width).toBeGreaterThan(200);
  expect(await overflow(page)).toEqual([]);
});
