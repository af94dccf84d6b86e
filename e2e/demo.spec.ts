import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { settled } from "./dashboard/every-page/look";
import { freePort, type OwnService, startOwnService } from "./own-service";

let service: OwnService;
let dataDir: string;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), "assay-demo-"));
  const port = await freePort();
  service = await startOwnService(["dist/main.mjs"], port, {
    DATA_DIR: dataDir,
    DATABASE_URL: "",
    PORT: String(port),
    PUBLIC_BASE_URL: `http://localhost:${port}`,
    BACKUPS: "off",
  });
});

test.afterAll(async () => {
  await service.end("SIGTERM");
  await rm(dataDir, { recursive: true, force: true });
});

const OVERVIEW = /\/p\/[^/]+\/overview$/;
const DEMO_TEXT = "You are looking at a demo. Nothing can be changed here.";

const openDemo = async (page: Page) => {
  await page.goto(service.url);
  await page.getByRole("button", { name: "Open the demo" }).click();
  await page.waitForURL(OVERVIEW);
  await settled(page);
};

test("the first visitor of a fresh service waits for the demo, and then sees its overview", async ({
  page,
}) => {
  await page.goto(service.url);
  await expect(page.getByText("Examples from the demo")).toHaveCount(0);
  await page.getByRole("button", { name: "Open the demo" }).click();
  await expect(page.getByRole("progressbar", { name: "Progress of the demo" })).toBeVisible();
  await page.waitForURL(OVERVIEW);
  await expect(page.getByText(DEMO_TEXT)).toBeVisible();
  await settled(page);
  await expect(page.locator("main tbody a").filter({ visible: true }).first()).toBeVisible();
  // The set-up of the service is still open.
  const setUp = /set-up link \(works once\): (\S+)/.exec(service.said())?.[1] ?? "";
  await page.goto(setUp);
  await expect(page.getByLabel("Your name")).toBeVisible();
});

test("a visitor reads all pages, is refused a change with the reason, and leaves", async ({ page }) => {
  await openDemo(page);
  await page.getByRole("link", { name: "Alerts" }).first().click();
  await page.waitForURL("**/alerts");
  await expect(page.getByText(DEMO_TEXT)).toBeVisible();
  await page.getByRole("link", { name: "Items" }).first().click();
  await page.waitForURL("**/items");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("link", { name: "Download file" }).click();
  await expect(page.getByText("This is a demo: nothing can be changed here.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goto(`${service.url}/account`);
  await page.waitForURL(OVERVIEW);
  await page.getByRole("button", { name: "Account: Demo visitor" }).click();
  await expect(page.getByRole("menuitem", { name: "Change password" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Leave the demo" }).click();
  await expect(page.getByRole("button", { name: "Open the demo" })).toBeVisible();
});

test("a visitor who has an account reaches the sign-in without leaving the demo first", async ({ page }) => {
  await openDemo(page);
  await page.goto(`${service.url}/login`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
});

test("theme and language switch for a visitor", async ({ page }) => {
  await openDemo(page);
  await page.getByRole("button", { name: "Theme" }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await page.getByRole("button", { name: "Language" }).click();
  await page.getByRole("menuitemradio", { name: "Deutsch" }).click();
  await expect(page.getByText("Sie sehen eine Demo.")).toBeVisible();
});

test("the three examples open their verify pages, which record nothing", async ({ page }) => {
  await openDemo(page);
  await page.context().clearCookies();
  for (const [kind, said] of [
    ["Genuine", "Registered by"],
    ["Suspicious", "If the item is sold as new, ask the seller why."],
    ["Not registered", "This code is not registered"],
  ] as const) {
    await page.goto(service.url);
    await page.getByRole("link", { name: kind, exact: true }).click();
    await expect(page.getByText(said).first()).toBeVisible();
    await expect(
      page.getByText("This is an example from the demo. The visit was not recorded."),
    ).toBeVisible();
    const isUnusual = kind === "Suspicious";
    await expect(page.locator(".past.unusual")).toHaveCount(isUnusual ? 1 : 0);
  }
});

test("with PUBLIC_DEMO=off there is no button and no route", async ({ page }) => {
  const dir = await mkdtemp(path.join(os.tmpdir(), "assay-no-demo-"));
  const port = await freePort();
  const other = await startOwnService(["dist/main.mjs"], port, {
    DATA_DIR: dir,
    DATABASE_URL: "",
    PORT: String(port),
    PUBLIC_BASE_URL: `http://localhost:${port}`,
    PUBLIC_DEMO: "off",
    BACKUPS: "off",
  });
  try {
    await page.goto(other.url);
    await expect(page.getByRole("button", { name: "Check" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Open the demo" })).toHaveCount(0);
    expect((await page.goto(`${other.url}/demo`))?.status()).toBe(404);
    const pressed = await page.request.post(`${other.url}/demo/open`, { headers: { origin: other.url } });
    expect(pressed.status()).toBe(404);
  } finally {
    await other.end("SIGTERM");
    await rm(dir, { recursive: true, force: true });
  }
});
