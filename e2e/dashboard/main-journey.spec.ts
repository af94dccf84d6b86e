import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { identityProvider } from "@/server/testing/identity-provider";
import { AGAIN } from "../again";
import { freePort, type OwnService, startOwnService } from "../own-service";
import { byKeyboard, byMouse, type Hands } from "./hands";
import { pageOf } from "./page-of";
import { expectAccessible, PASSWORD, textOf } from "./people";

const EMAIL = "ada@people.test";

/** A producer's own system, which receives events and fails at first. */
async function startReceiver(port: number) {
  const ids: string[] = [];
  let isBroken = true;
  const server: Server = createServer((request, response) => {
    request.resume();
    ids.push(String(request.headers["webhook-id"]));
    response.writeHead(isBroken ? 500 : 204).end();
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const mend = () => {
    isBroken = false;
  };
  return { url: `http://127.0.0.1:${port}/shop`, ids, mend, close: () => server.close() };
}

const post = (url: string, token: string, body: object) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "an-api-token": token },
    body: JSON.stringify(body),
  });

/** Complete the set-up from its link; returns the first token. */
async function setUp(page: Page, hands: Hands, link: string): Promise<string> {
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set up Assay");
  await hands.type("Your name", "Ada Keller");
  await hands.type("E-mail", EMAIL);
  await hands.type("Password", PASSWORD);
  await hands.type("Name of the brand or company", "Keller Clocks");
  await chooseEmpty(page, hands);
  await hands.press("button", "Set up Assay");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Setup complete");
  await expectAccessible(page);
  const token = await textOf(page.locator("[data-secret]").first());
  await hands.press("button", "Go to overview");
  await page.waitForURL("**/overview");
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link is no longer valid");
  await page.goto("/overview");
  await expect(page.getByRole("heading", { name: "Get started" })).toBeVisible();
  return token;
}

/** In a radio group Tab reaches the checked option; arrows move on. */
async function chooseEmpty(page: Page, hands: Hands) {
  const empty = page.getByRole("radio", { name: "No data" });
  await hands.press("radio", "Demo data");
  await page.keyboard.press("ArrowDown");
  await expect(empty).toBeChecked();
}

async function addPicture(page: Page, hands: Hands) {
  await hands.goTo("Files", "g c");
  const choosing = page.waitForEvent("filechooser");
  await expect(page.getByText("No files yet")).toBeVisible();
  await hands.press("button", "Upload files");
  const buffer = await sharp({ create: { width: 600, height: 400, channels: 3, background: "teal" } })
    .jpeg()
    .toBuffer();
  await (await choosing).setFiles({ name: "clock.jpg", mimeType: "image/jpeg", buffer });
  await expect(page.getByText("1 of 1 uploaded")).toBeVisible();
}

async function makeGroup(page: Page, hands: Hands) {
  await hands.goTo("Groups", "g g");
  await hands.create("Create group");
  await hands.type("Title", "Wall clocks");
  await hands.press("button", "Choose file");
  await hands.press("button", /clock\.jpg/);
  await hands.press("button", "Create group");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Wall clocks");
}

async function makeItem(page: Page, hands: Hands, identifier: string) {
  await hands.goTo("Items", "g i");
  await hands.create("Create item");
  await hands.type(/^Identifier/, identifier);
  await hands.press("button", "Create item");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(identifier);
  await hands.press("button", "Add to group");
  await expect(page.getByRole("combobox", { name: "Group" })).toBeFocused();
  await page.keyboard.type("wall");
  const option = page.getByRole("option", { name: "Wall clocks" });
  await expect(async () => {
    // A refetch during the choice clears the highlighted option.
    await page.keyboard.press("ArrowDown");
    await expect(option).toHaveAttribute("data-combobox-selected", "true", { timeout: 500 });
    await page.keyboard.press("Enter");
    await expect(page.getByRole("combobox", { name: "Group" })).toHaveValue("Wall clocks", { timeout: 500 });
  }).toPass();
  await hands.press("button", "Add item");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("row", { name: /Title/ })).toContainText("Wall clocks");
}

async function watchScan(page: Page, hands: Hands, identifier: string, scan: () => Promise<Response>) {
  await hands.goTo("Scans", "g s");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await expect(page.getByText("No scans yet")).toBeVisible();
  expect((await scan()).status).toBe(200);
  const row = page.getByRole("table", { name: "Scans" }).getByRole("row").filter({ hasText: identifier });
  await expect(row).toHaveCount(1);
}

async function invalidate(page: Page, hands: Hands, identifier: string) {
  await hands.goTo("Items", "g i");
  await hands.press("link", new RegExp(identifier));
  await hands.press("button", "Invalidate item");
  await expect(page.getByRole("dialog")).toBeVisible();
  await hands.type(/INVALIDATE/, "INVALIDATE");
  await hands.press("button", "Permanently invalidate item");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByText("it can still be scanned", { exact: false })).toBeVisible();
}

async function failAndReplay(page: Page, hands: Hands, receiver: Awaited<ReturnType<typeof startReceiver>>) {
  await hands.goTo("Webhooks", "g h");
  await hands.create("Create webhook");
  await hands.type(/^Endpoint URL/, receiver.url);
  await hands.press("checkbox", "All events");
  await hands.press("button", "Create webhook");
  await hands.press("button", "I have saved it");
  await page.waitForURL(/\/webhooks\/[0-9a-f-]{36}$/);
  await hands.press("button", "Send test event");
  await hands.press("button", "Send event");
  const drawer = page.getByRole("dialog", { name: "Delivery" });
  await expect(drawer.getByText("HTTP 500").first()).toBeVisible();
  receiver.mend();
  await hands.press("button", "Resend delivery");
  await expect(drawer.getByText("The endpoint accepted this delivery.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  expect(new Set(receiver.ids).size).toBe(1);
}

async function revoke(page: Page, hands: Hands, url: string, token: string) {
  const newest = async () =>
    (await fetch(`${url}/api/v2/scans?limit=5`, { headers: { "an-api-token": token } })).status;
  expect(await newest()).toBe(200);
  await hands.goTo("API tokens", "g t");
  await hands.press("button", "Revoke First token");
  await expect(page.getByRole("dialog")).toBeVisible();
  await hands.press("button", "Revoke access");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect.poll(newest).toBe(403);
}

test.describe.configure({ mode: "serial" });

for (const [means, handsOf, tag] of [
  ["by the keyboard alone", byKeyboard, []],
  ["by the mouse", byMouse, [AGAIN]],
] as const) {
  test.describe(means, { tag: [...tag] }, () => {
    const dataDir = path.resolve(`.data/journey-${randomUUID()}`);
    let service: OwnService;
    let receiver: Awaited<ReturnType<typeof startReceiver>>;
    let provider: Awaited<ReturnType<typeof identityProvider>>;

    test.beforeAll(async () => {
      const [port, hookPort] = [await freePort(), await freePort()];
      receiver = await startReceiver(hookPort);
      provider = await identityProvider("assay");
      service = await startOwnService(["dist/main.mjs"], port, {
        DATA_DIR: dataDir,
        DATABASE_URL: "",
        PORT: String(port),
        PUBLIC_BASE_URL: `http://localhost:${port}`,
        HOOK_ALLOW: `127.0.0.1/32:${hookPort}`,
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: "assay",
        OIDC_CLIENT_SECRET: "a secret of the client",
        OIDC_NAME: "Keller Works",
      });
    });
    test.afterAll(async () => {
      await service?.end("SIGTERM");
      receiver?.close();
      await provider?.close();
      await rm(dataDir, { recursive: true, force: true });
    });

    test(`from the set-up to a revoked token, ${means}`, async ({ browser }) => {
      test.slow();
      const context = await browser.newContext({ baseURL: service.url });
      const page = await context.newPage();
      const hands = handsOf(page);
      const link = await setUpLinkOf(service);
      const token = await setUp(page, hands, link);
      const identifier = `clock-${randomUUID()}`;
      const scan = () =>
        post(`${service.url}/api/v2/scans`, token, { identifier, copyclassification: "original" });
      await addPicture(page, hands);
      await makeGroup(page, hands);
      await makeItem(page, hands, identifier);
      await watchScan(page, hands, identifier, scan);
      await invalidate(page, hands, identifier);
      await failAndReplay(page, hands, receiver);
      await revoke(page, hands, service.url, token);
      await context.close();
    });

    test(`afterwards, sign-in by the organisation's own identity provider, ${means}`, async ({ browser }) => {
      const context = await browser.newContext({ baseURL: service.url });
      const page = await context.newPage();
      const hands = handsOf(page);
      provider.signIn({ sub: "two", email: "unknown@people.test", email_verified: true });
      await page.goto("/login?next=%2Fitems");
      await hands.press("button", "Sign in with Keller Works");
      await expect(page.getByRole("main").getByRole("alert")).toContainText("You may need an invitation");
      await expectAccessible(page);
      provider.signIn({ sub: "one", email: EMAIL, email_verified: true });
      await page.goto("/login?next=%2Fitems");
      await hands.press("button", "Sign in with Keller Works");
      await page.waitForURL(pageOf("/items"));
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Items");
      await context.close();
    });
  });
}

/** The set-up link that the service prints for its operator. */
async function setUpLinkOf(service: OwnService): Promise<string> {
  const link = () => /set-up link \(works once\): (\S+)/.exec(service.said())?.[1];
  await expect.poll(link).toBeDefined();
  return link() ?? "";
}
