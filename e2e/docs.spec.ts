import { expect, type Page, test } from "@playwright/test";
import { endpoints } from "@/server/api/registry";
import { EVENTS } from "@/server/events/catalogue";
import { newProducer } from "./credentials";

// Holds decision 0069.

const PARTS = [
  "common",
  "items",
  "groups",
  "scans",
  "contents",
  "hooks",
  "jobs",
  "imports",
  "audit-log",
  "events",
];

const navigation = (page: Page) => page.locator("aside").getByRole("navigation");

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the reference lists every call and event, and each has fields, errors and code", async ({ page }) => {
    await page.goto("/docs");
    const listed = page.getByRole("main").locator("li:has(code) > a");
    expect(await listed.count()).toBe(endpoints.length + EVENTS.length);
    const shown: number[] = [];
    for (const part of PARTS) {
      await page.goto(`/docs/${part}`);
      shown.push(await page.locator("main h2[id]").count());
    }
    expect(shown.reduce((sum, count) => sum + count)).toBe(endpoints.length + EVENTS.length);

    await page.goto("/docs/items#postItems");
    const create = page.getByRole("region", { name: /^Create an item/ }).first();
    await expect(create.getByText("curl -X POST")).toBeVisible();
    await expect(create.getByText("verificationinfos").first()).toBeVisible();
    await expect(create.getByRole("link", { name: "identifier-taken" })).toBeVisible();
    await page.getByText("Python", { exact: true }).click();
    await expect(create.getByText("requests.post")).toBeVisible();
    await expect(create.getByText("curl -X POST")).toBeHidden();
  });

  test("the search finds calls, fields and error codes", async ({ page }) => {
    await page.goto("/docs");
    await page.getByRole("searchbox").fill("idempotency-key-reused");
    await page.getByRole("searchbox").press("Enter");
    await page.getByRole("link", { name: "idempotency-key-reused" }).click();
    await expect(page).toHaveURL(/\/docs\/errors#idempotency-key-reused$/);
    await page.goto("/docs/search?q=zephyr");
    await expect(page.getByText("Nothing matches “zephyr”.")).toBeVisible();
  });
});

test("the font arrives with the page, so that no text moves, and once", async ({ page }) => {
  const fonts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "font") fonts.push(new URL(request.url()).pathname);
  });
  const link = (await page.goto("/docs", { waitUntil: "networkidle" }))?.headers().link ?? "";
  const early = /<([^>]+)>; rel=preload; as="font"/.exec(link)?.[1];
  expect([early, ...fonts]).toEqual([expect.stringContaining("inter-latin-wght"), early]);
});

test("the client and the collections are where the introduction says", async ({ page, request }) => {
  await page.goto("/docs");
  const command = page.getByRole("region", { name: "Command that installs the client" });
  const install = (await command.textContent()) ?? "";
  const [, path = ""] =
    /npm install https?:\/\/[^/\s]+(\/downloads\/assay-client-[\d.]+\.tgz)/.exec(install) ?? [];
  const client = await request.get(path);
  expect(client.status()).toBe(200);
  expect((await client.body()).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
  for (const name of ["Postman collection", "Bruno collection"]) {
    const link = await page.getByRole("link", { name }).getAttribute("href");
    expect(await (await request.get(link ?? "")).json()).toHaveProperty(
      name.startsWith("P") ? "item" : "items",
    );
  }
});

test("a link leads to a call, and the results of a search follow each letter", async ({ page }) => {
  await page.goto("/docs/scans#postScans");
  await expect(page.getByRole("heading", { name: /^Record a scan/ })).toBeInViewport();
  // Keys work once the page is interactive.
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox")).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type("thumbn");
  await expect(page).toHaveURL(/\/docs\/search\?q=thumbn$/);
  await page.getByRole("link", { name: "Get the thumbnail of an item" }).click();
  await expect(page.getByRole("heading", { name: /^Get the thumbnail/ })).toBeInViewport();
  await expect(navigation(page).getByRole("link", { name: "Items", exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
});

test("the language of the samples is kept", async ({ page }) => {
  await page.goto("/docs/groups");
  await page.getByText("JavaScript", { exact: true }).click();
  await page.goto("/docs/items");
  await expect(page.getByRole("radio", { name: "JavaScript" })).toBeChecked();
});

test("a call is tried against the service, and its token is nowhere but in memory", async ({ page }) => {
  const { token } = await newProducer("Zephyr");
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  await page.goto("/docs/items#postItems");
  const create = page.getByRole("region", { name: /^Create an item/ }).first();
  await create.getByRole("button", { name: /^Try this call/ }).click();
  await create.getByLabel("API token").fill(token);
  const identifier = `tried-${Date.now()}`;
  await create.getByLabel("Body as JSON").fill(JSON.stringify({ identifier, title: "Tried" }));
  await create.getByRole("button", { name: "Send request" }).click();
  await expect(create.getByText(/^Status 200 in \d+ ms$/)).toBeVisible();
  await expect(create.getByRole("region", { name: "Answer of the call" })).toContainText(identifier);

  const read = page.getByRole("region", { name: /^Get an item/ }).first();
  await read.getByRole("button", { name: /^Try this call/ }).click();
  await expect(read.getByLabel("API token")).toHaveValue(token);
  await read.getByRole("textbox", { name: "id", exact: true }).fill("zephyr/none");
  await read.getByRole("button", { name: "Send request" }).click();
  await expect(read.getByRole("region", { name: "Answer of the call" })).toContainText("item-not-found");

  const kept = await page.evaluate(() => [
    document.cookie,
    JSON.stringify({ ...localStorage }),
    JSON.stringify({ ...sessionStorage }),
    location.href,
  ]);
  expect(kept.filter((place) => place.includes(token))).toEqual([]);
  await page.reload();
  await create.getByRole("button", { name: /^Try this call/ }).click();
  await expect(create.getByLabel("API token")).toHaveValue("");
  expect([...hosts]).toEqual([new URL(page.url()).host]);
});
