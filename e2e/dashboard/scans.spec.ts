import { expect, test } from "@playwright/test";
import { assessScans } from "@/server/domain/assessments/assess-scans";
import { newProducer } from "../credentials";
import { inside } from "../inside";
import { settled } from "./every-page/look";
import { pageOf } from "./page-of";
import { darken, expectAccessible, newUser, PASSWORD, signIn } from "./people";

/** API client of a producer's own system. */
function apiOf(baseURL: string | undefined, token: string) {
  return async (path: string, body: object) => {
    const response = await fetch(`${baseURL}/api/v2${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "an-api-token": token },
      body: JSON.stringify(body),
    });
    const answer: { scan?: { id: string } } = await response.json();
    return { status: response.status, scanId: answer.scan?.id ?? "" };
  };
}

const scanOf = (identifier: string, more: object = {}) => ({
  identifier,
  copyclassification: "original",
  location: { latitude: 52.52, longitude: 13.405 },
  deviceInfo: { os: "ios", environment: { identifierForVendor: "a-phone", model: "iPhone" } },
  softwareInfo: { app: "verify", versionApp: "4.4.1" },
  ...more,
});

test("a scan posted to the API appears in the feed; while paused, it is held and counted", async ({
  page,
  baseURL,
}) => {
  const { producerId, token } = await newProducer("Live scans");
  const post = apiOf(baseURL, token);
  const item = `live-${Date.now()}`;
  await post("/items", { identifier: item, title: "Watched" });
  await signIn(page, await newUser(producerId, "viewer"));
  await page.goto("/scans");
  await expect(page.getByText("No scans yet")).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await expectAccessible(page);

  await post("/scans", scanOf(item));
  const rows = page.getByRole("table", { name: "Scans" }).getByRole("row").filter({ hasText: item });
  await expect(rows).toHaveCount(1);

  await page.getByRole("button", { name: "Pause" }).click();
  await post("/scans", scanOf(item, { copyclassification: "fake" }));
  await post("/scans", scanOf(item, { copyclassification: "error" }));
  const waiting = page.getByRole("button", { name: "2 new" });
  await expect(waiting).toBeVisible();
  await expect(rows).toHaveCount(1);
  await waiting.click();
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText("Error");
  await page.getByRole("button", { name: "Resume" }).click();

  await page.goto("/scans?verdict=fake");
  await expect(rows).toHaveCount(1);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await post("/scans", scanOf(item, { copyclassification: "original" }));
  await post("/scans", scanOf(item, { copyclassification: "fake" }));
  await expect(rows).toHaveCount(2);
  await page.reload();
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/scans$/);
  await expect(rows).toHaveCount(5);
});

test("the total of a long list counts the scans that arrive", async ({ page, baseURL }) => {
  const { producerId, token } = await newProducer("Counted live");
  const post = apiOf(baseURL, token);
  const item = `counted-${Date.now()}`;
  await post("/items", { identifier: item });
  await Promise.all(Array.from({ length: 300 }, () => post("/scans", scanOf(item))));
  await signIn(page, await newUser(producerId, "viewer"));
  await page.goto("/scans");
  const total = page.getByText(/^\d+ of \d+ shown$/);
  const shown = async () => Number(/of (\d+)/.exec((await total.textContent()) ?? "")?.[1]);
  // Roll-ups count a scan about a second after it.
  await expect(async () => {
    await page.reload();
    expect(await shown()).toBe(300);
  }).toPass();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await post("/scans", scanOf(item));
  await expect.poll(shown).toBe(301);
});

test("a lost connection is shown, reconnects by itself and delivers the missed scans", async ({
  page,
  context,
  baseURL,
}) => {
  const { producerId, token } = await newProducer("Lost connection");
  const post = apiOf(baseURL, token);
  const item = `lost-${Date.now()}`;
  await post("/items", { identifier: item });
  await signIn(page, await newUser(producerId, "viewer"));
  await page.goto("/scans");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("Connection lost. Reconnecting …")).toBeVisible();
  await post("/scans", scanOf(item));
  await context.setOffline(false);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: item })).toHaveCount(1);
});

test("a scan shows what happened, where, by which device, and the scans around it", async ({
  page,
  baseURL,
}) => {
  const { producerId, token } = await newProducer("One scan");
  const post = apiOf(baseURL, token);
  const [item, other] = [`one-${Date.now()}`, `other-${Date.now()}`];
  await post("/items", { identifier: item });
  await post("/items", { identifier: other });
  await post("/scans", scanOf(item, { deviceInfo: null }));
  const { scanId } = await post("/scans", scanOf(item));
  await post("/scans", scanOf(other, { location: { latitude: 48.14, longitude: 11.58 } }));
  await signIn(page, await newUser(producerId, "viewer"));
  await page.goto("/scans");
  await expect(page.getByRole("table", { name: "Scans" }).getByRole("row")).toHaveCount(4);
  await settled(page);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(pageOf(`/scans/${scanId}`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Scan of ${item}`);
  const map = page.getByRole("img", { name: /^Map of the scan location in Germany/ });
  await expect(map).toBeVisible();
  await expect
    .poll(() => map.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
    .toBe(1440);
  const around = (name: string) => page.getByRole("table", { name }).getByRole("row");
  await expect(around("Scans of this item before and after")).toHaveCount(2);
  await expect(around("Scans from this device before and after").nth(1)).toContainText(other);
  await expect(around("Scans from this device before and after").nth(1)).toContainText(/50\d km/);
  await page.getByRole("radiogroup", { name: "Software format" }).getByText("JSON").click();
  await expect(page.getByRole("region", { name: "Software" }).last()).toContainText('"versionApp"');
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await darken(page);
  await expectAccessible(page);

  await page.getByRole("link", { name: "All scans from this device" }).first().click();
  await expect(page).toHaveURL(/\/scans\?device=/);
  await expect(page.getByRole("row").filter({ hasText: other })).toHaveCount(1);
});

test("a filter for a missing item matches nothing; a deleted item keeps its scans", async ({
  page,
  baseURL,
}) => {
  const { producerId, token } = await newProducer("Filtered");
  const post = apiOf(baseURL, token);
  const item = `gone-${Date.now()}`;
  await post("/items", { identifier: item });
  const { scanId } = await post("/scans", scanOf(item));
  const headers = { "an-api-token": token };
  expect((await fetch(`${baseURL}/api/v2/items/${item}`, { method: "DELETE", headers })).status).toBe(200);
  await signIn(page, await newUser(producerId, "viewer"));
  await page.goto("/scans");
  await expect(page.getByRole("table", { name: "Scans" }).getByRole("row")).toHaveCount(2);
  await page.getByRole("combobox", { name: "Item", exact: true }).fill("AB");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("status").getByText("No matches")).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Clear filters" }).last().click();
  await page.goto(`/scans/${scanId}`);
  await page.getByRole("link", { name: "All scans of this item" }).click();
  await expect(page).toHaveURL(pageOf(`/scans?item=${item}`));
  await expect(page.getByRole("table", { name: "Scans" }).getByRole("row")).toHaveCount(2);
});

test("typing a year adds one history entry", async ({ page }) => {
  const { producerId } = await newProducer("Typed");
  await signIn(page, await newUser(producerId, "viewer"));
  await page.goto("/scans");
  await expect(page.getByText("No scans yet")).toBeVisible();
  await page.getByLabel("From", { exact: true }).focus();
  await page.keyboard.type("01022026");
  await expect(page).toHaveURL(pageOf("/scans?from=2026-01-02"));
  await expect(page.getByRole("status").getByText("No matches")).toBeVisible();
  // The router commits the new address after the list.
  await settled(page);
  await page.goBack();
  await expect(page).toHaveURL(pageOf("/scans"));
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("");
});

test("a new password keeps the live feed of other windows running", async ({ page, context, baseURL }) => {
  const { producerId, token } = await newProducer("Watched on");
  const post = apiOf(baseURL, token);
  const item = `watched-${Date.now()}`;
  await post("/items", { identifier: item });
  await signIn(page, await newUser(producerId, "viewer", "Ada Keller"));
  await page.goto("/scans");
  const live = page.getByText("Live", { exact: true });
  await expect(live).toBeVisible();
  const again = page.waitForRequest("**/api/live**");
  const other = await context.newPage();
  await other.goto("/account");
  await other.getByRole("button", { name: "Change password" }).click();
  const dialog = other.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Current password" }).fill(PASSWORD);
  await dialog.getByRole("textbox", { name: "New password" }).fill("lantern quarry 93 biscuit maple");
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(other.getByText("Password changed.")).toBeVisible();
  await again;
  await expect(live).toBeVisible();
  await post("/scans", scanOf(item));
  await expect(page.getByRole("row").filter({ hasText: item })).toHaveCount(1);
});

test("another producer's scan and its map are not shown", async ({ page, baseURL }) => {
  const [own, foreign] = [await newProducer("Own"), await newProducer("Foreign")];
  const post = apiOf(baseURL, foreign.token);
  const item = `foreign-${Date.now()}`;
  await post("/items", { identifier: item });
  const { scanId } = await post("/scans", scanOf(item));
  await signIn(page, await newUser(own.producerId, "owner"));
  await page.goto(`/scans/${scanId}`);
  await expect(page.getByText("Scan not found")).toBeVisible();
  for (const query of ["", `?producer=${own.producerId}`, `?producer=${foreign.producerId}`]) {
    expect((await page.request.get(`/api/dashboard/scans/${scanId}/map${query}`)).status()).not.toBe(200);
  }
});

test("an unregistered identifier that was scanned leads to a prefilled form", async ({ page, baseURL }) => {
  const { producerId, token } = await newProducer("Sightings");
  const post = apiOf(baseURL, token);
  const code = `made-up ${Date.now()} & <b>`;
  for (const _ of [1, 2, 3]) expect((await post("/scans", scanOf(code))).status).toBe(404);
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto("/unregistered-codes");
  const row = page.getByRole("row").filter({ hasText: code });
  await expect(row).toContainText("3");
  await expect(row).toContainText("Germany");
  await expectAccessible(page);
  await row.getByRole("button", { name: code, exact: true }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByRole("row")).toHaveCount(4);
  await expectAccessible(page);
  await expect(drawer.getByRole("link", { name: "Create item" })).toHaveAttribute(
    "href",
    pageOf(`/items/new?identifier=${encodeURIComponent(code)}`),
  );
});

test("a fake has one conclusion, which asks for attention, even without findings", async ({
  page,
  baseURL,
}) => {
  const { producerId, token } = await newProducer("Fakes");
  const post = apiOf(baseURL, token);
  const item = `fake-${Date.now()}`;
  await post("/items", { identifier: item });
  const { scanId } = await post("/scans", scanOf(item, { copyclassification: "fake" }));
  // The service's own loop needs seconds.
  await assessScans((await inside()).db, [scanId]);
  await signIn(page, await newUser(producerId, "viewer"));
  await page.goto(`/scans/${scanId}`);
  const conclusion = page.locator("p[data-tone]");
  await expect(conclusion).toHaveText("The scanner reports a fake. This service has no findings of its own.");
  await expect(conclusion).toHaveAttribute("data-tone", "attention");
  await expect(page.locator("[data-tone=good]")).toHaveCount(0);
});

test("an unknown filter in the address is named and can be removed", async ({ page }) => {
  const { producerId } = await newProducer("Misspelt");
  await signIn(page, await newUser(producerId, "viewer"));
  await page.goto("/scans?verdict=nonsense");
  const notice = page.getByRole("status").filter({ hasText: "verdict=nonsense" });
  await expect(notice).toContainText("This filter is unknown and was ignored");
  await notice.getByRole("button").click();
  await expect(page).toHaveURL(pageOf("/scans"));
  await expect(notice).toHaveCount(0);
});

test("unknown filters are also named on the map, alerts, files, the audit log, codes and webhooks", async ({
  page,
}) => {
  const { producerId } = await newProducer("Misspelt elsewhere");
  await signIn(page, await newUser(producerId, "owner"));
  for (const [path, unknown] of [
    ["/map", "country=XQ"],
    ["/alerts", "state=nonsense"],
    ["/files", "kind=nonsense"],
    ["/settings/audit-log", "target=nonsense"],
    ["/unregistered-codes", "view=nonsense"],
    ["/webhooks", "group=nonsense"],
  ] as const) {
    await page.goto(`${path}?${unknown}`);
    const notice = page.getByRole("status").filter({ hasText: unknown });
    await expect(notice).toContainText("This filter is unknown and was ignored");
    await notice.getByRole("button").click();
    await expect(notice).toHaveCount(0);
    expect(page.url()).not.toContain(unknown);
  }
});

test("the country filter lists the producer's own countries first, with their numbers of scans", async ({
  page,
  baseURL,
}) => {
  const { producerId, token } = await newProducer("Countries");
  const post = apiOf(baseURL, token);
  const item = `abroad-${Date.now()}`;
  await post("/items", { identifier: item });
  await post("/scans", scanOf(item, { location: { latitude: 35.68, longitude: 139.76 } }));
  for (const _ of [1, 2]) await post("/scans", scanOf(item));
  await signIn(page, await newUser(producerId, "viewer"));
  await page.goto("/scans");
  await expect(page.getByRole("table", { name: "Scans" }).getByRole("row")).toHaveCount(4);
  await page.getByRole("combobox", { name: "Country" }).click();
  const options = page.getByRole("option");
  await expect(options.nth(0)).toHaveText("Germany2");
  await expect(options.nth(1)).toHaveText("Japan1");
  await expect(options.nth(2)).toHaveText("Afghanistan");
  await expect(options.filter({ hasText: "Germany" })).toHaveCount(1);
});
