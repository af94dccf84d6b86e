import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { newProducer } from "../credentials";
import { DATA_DIR, RECEIVER_PORT } from "../where";
import { darken, expectAccessible, newUser, signIn, textOf } from "./people";

interface Call {
  path: string;
  headers: Record<string, string>;
  body: string;
}

let receiver: Server;
const calls: Call[] = [];
let isBroken = false;
test.beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    calls.push({ path: request.url ?? "", headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(isBroken ? 500 : 200, { "content-type": "application/json" });
    response.end(isBroken ? '{"error":"no such column: colour"}' : '{"received":true}');
  });
  await new Promise<void>((resolve) => receiver.listen(RECEIVER_PORT, "127.0.0.1", resolve));
});
test.afterAll(() => receiver.close());

/** Switch a webhook off as the service does after 120 hours of failures. */
const switchOff = (id: string) =>
  promisify(execFile)(process.execPath, ["--import", "tsx", "e2e/switch-off-now.ts", id], {
    env: { ...process.env, DATA_DIR },
  });

// The journeys share one receiver.
test.describe.configure({ mode: "serial" });

test("a webhook is created, tested, diagnosed after a failure, and replayed, all on its page", async ({
  page,
}) => {
  const { producerId } = await newProducer("Hook journey");
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto("/webhooks");
  await expect(page.getByText("No webhooks yet")).toBeVisible();
  await page.getByRole("link", { name: "Create webhook" }).first().click();

  await page.getByLabel("Endpoint URL").fill(`http://127.0.0.1:${RECEIVER_PORT}/shop`);
  await expect(page.getByLabel("All events")).toBeVisible();
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByRole("alert").getByText("Choose at least one event")).toBeVisible();
  await expect(page.getByLabel("All events")).toBeFocused();
  await page.getByLabel("itemScanned", { exact: true }).check();
  await expect(page.getByRole("region", { name: "Sample body of itemScanned" })).toContainText(
    '"type": "itemScanned"',
  );
  await page.getByLabel("groupCreated", { exact: true }).check();
  await expect(page.getByRole("region", { name: "Sample body of groupCreated" })).toContainText(
    '"type": "groupCreated"',
  );
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create webhook" }).click();
  const secret = await textOf(page.locator("[data-secret]"));
  expect(secret).toMatch(/^whsec_/);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Items", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Leave without saving the secret?" });
  await expect(question).toContainText("shown only once");
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-secret]")).toHaveText(secret);
  await page.getByRole("button", { name: "I have saved it" }).click();
  await page.waitForURL(/\/webhooks\/[0-9a-f-]{36}$/);
  await expect(page.getByText("No deliveries yet")).toBeVisible();

  isBroken = true;
  await page.getByRole("button", { name: "Send test event" }).click();
  const testEvent = page.getByRole("dialog", { name: "Send test event" });
  await expect(testEvent).toBeVisible();
  await expectAccessible(page);
  await testEvent.getByRole("button", { name: "Send event", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "Delivery" });
  await expect(drawer.getByText("HTTP 500").first()).toBeVisible();
  await expect(drawer.getByRole("region", { name: "Response body" })).toContainText("no such column: colour");
  const sent = calls.find(({ path }) => path === "/shop");
  expect(sent && new Webhook(secret).verify(sent.body, sent.headers)).toMatchObject({
    event: { type: "itemScanned" },
  });
  await expect(drawer.getByText(`webhook-id: ${sent?.headers["webhook-id"]}`).first()).toBeVisible();
  await expect(drawer.getByRole("region", { name: "Request body" })).toContainText('"type": "itemScanned"');
  await expect(drawer).toContainText("The next attempt is");
  await expectAccessible(page);

  isBroken = false;
  await drawer.getByRole("button", { name: "Resend delivery" }).click();
  await expect(drawer.getByText("The endpoint accepted this delivery.")).toBeVisible();
  await expect(drawer.getByText("HTTP 200").first()).toBeVisible();
  await drawer.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("table", { name: "Deliveries" }).getByText("Delivered")).toBeVisible();
  const ids = calls.filter(({ path }) => path === "/shop").map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(1);
});

test("all failures since a moment are replayed and counted; a new secret signs beside the old one", async ({
  page,
}) => {
  const { producerId } = await newProducer("Hook replay");
  await signIn(page, await newUser(producerId, "owner"));
  await page.goto("/webhooks/new");
  await page.getByLabel("Endpoint URL").fill(`http://127.0.0.1:${RECEIVER_PORT}/erp`);
  await page.getByLabel("All events").check();
  await page.getByRole("button", { name: "Create webhook" }).click();
  const secret = await textOf(page.locator("[data-secret]"));
  await page.getByRole("button", { name: "I have saved it" }).click();

  isBroken = true;
  const drawer = page.getByRole("dialog", { name: "Delivery" });
  for (const _ of [1, 2]) {
    await page.getByRole("button", { name: "Send test event" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send event", exact: true }).click();
    await expect(drawer.getByText("HTTP 500").first()).toBeVisible();
    await drawer.getByRole("button", { name: "Close" }).click();
  }
  await expect(page.getByText("Deliveries have failed since")).toBeVisible();

  await page.getByRole("button", { name: "Rotate secret" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
  const next = await textOf(page.locator("[data-secret]"));
  await expect(page.getByRole("dialog")).toContainText("Both secrets are valid");
  await page.getByRole("button", { name: "I have saved it" }).click();
  await expect(page.getByText("Previous secret also valid")).toBeVisible();

  await page.getByRole("button", { name: "Resend failed deliveries" }).click();
  const resend = page.getByRole("dialog", { name: "Resend failed deliveries" });
  await expect(resend).toBeVisible();
  await expectAccessible(page);
  await resend.getByRole("button", { name: "Resend deliveries" }).click();
  await expect(resend).toContainText("2 deliveries queued for resending.");
  await resend.getByRole("button", { name: "Close" }).last().click();

  isBroken = false;
  const since = calls.length;
  await page.getByRole("button", { name: "Send test event" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send event", exact: true }).click();
  await expect(drawer.getByText("The endpoint accepted this delivery.")).toBeVisible();
  const call = calls.slice(since).find(({ path }) => path === "/erp");
  const id = new URL(page.url()).pathname.split("/").at(-1);
  for (const each of [secret, next]) {
    expect(call && new Webhook(each).verify(call.body, call.headers)).toMatchObject({ hook: { id } });
  }
  await drawer.getByRole("button", { name: "Close" }).click();

  await page.getByRole("button", { name: "Delete webhook" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete webhook" }).click();
  await page.waitForURL("**/webhooks");
  await expect(page.getByText("No webhooks yet")).toBeVisible();
});

test("an extension event is chosen by itself, also beside all events, and the audit log leads to its guide", async ({
  page,
}) => {
  const { producerId } = await newProducer("Extensions");
  await signIn(page, await newUser(producerId, "owner"));
  await page.goto("/webhooks/new");
  const all = page.getByLabel("All events");
  const extension = page.getByRole("checkbox", { name: "auditEventRecorded" });
  await all.check();
  await expect(extension).not.toBeChecked();
  await extension.check();
  await all.uncheck();
  await expect(extension).toBeChecked();
  await all.check();
  await page.getByLabel("Endpoint URL").fill("https://example.com/hook");
  await page.getByText("One item", { exact: true }).click();
  await expect(extension).toHaveCount(0);
  await expect(page.getByRole("checkbox", { name: "itemScanned" })).toBeVisible();
  await page.getByText("Entire producer", { exact: true }).click();
  await all.check();
  await extension.check();
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByText("Webhook created").first()).toBeVisible();
  await page.goto("/webhooks");
  await expect(page.getByText("All and 1 more")).toBeVisible();
  await page.goto("/settings/audit-log");
  const opening = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Send to a SIEM" }).click();
  await expect((await opening).getByRole("heading", { level: 1 })).toHaveText("Send the audit log to a SIEM");
});

test("a viewer sees webhooks and can change none", async ({ page }) => {
  const { producerId, ownerKey } = await newProducer("Hook viewer");
  await signIn(page, await newUser(producerId, "viewer"));
  const made = await page.request.post("/api/v2/producers/hooks", {
    headers: { "an-api-key-owner": ownerKey },
    data: { events: "*", url: `http://127.0.0.1:${RECEIVER_PORT}/look` },
  });
  expect(made.status()).toBe(200);
  await page.goto("/webhooks");
  await expect(page.getByRole("link", { name: "Create webhook" })).toHaveCount(0);
  await page.getByRole("link", { name: `http://127.0.0.1:${RECEIVER_PORT}/look` }).click();
  await expect(page.getByText("Only editors and owners can create and edit webhooks.")).toBeVisible();
  for (const name of ["Send test event", "Resend failed deliveries", "Rotate secret", "Delete webhook"]) {
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessible(page);
});

test("a replay that fails after its webhook was switched on shows the failure and can be retried", async ({
  page,
}) => {
  const { producerId, ownerKey } = await newProducer("Hook switched off");
  await signIn(page, await newUser(producerId, "editor"));
  const made = await page.request.post("/api/v2/producers/hooks", {
    headers: { "an-api-key-owner": ownerKey },
    data: { events: "*", url: `http://127.0.0.1:${RECEIVER_PORT}/off` },
  });
  const { id }: { id: string } = await made.json();
  isBroken = true;
  await page.goto(`/webhooks/${id}`);
  await page.getByRole("button", { name: "Send test event" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send event", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "Delivery" });
  await expect(drawer.getByText("HTTP 500").first()).toBeVisible();
  await drawer.getByRole("button", { name: "Close" }).click();
  await switchOff(id);

  const banner = page.getByText("This webhook was disabled");
  await expect(banner).toBeVisible();
  await page.route("**/api/trpc/deliveries.replayFailed**", (route) => route.abort(), { times: 1 });
  await page.getByRole("button", { name: "Enable webhook" }).click();
  const dialog = page.getByRole("dialog", { name: "Enable this webhook?" });
  await dialog.getByRole("button", { name: "Enable webhook" }).click();
  await expect(banner).toBeHidden();
  await expect(dialog.getByRole("alert")).toBeVisible();
  isBroken = false;
  await dialog.getByRole("button", { name: "Enable webhook" }).click();
  await expect(page.getByText("1 delivery queued for resending.")).toBeVisible();
  await expect(page.getByRole("table", { name: "Deliveries" }).getByText("Delivered")).toBeVisible();
});

test("a webhook is edited and paused on its page; deliveries go to the new URL, or stop", async ({
  page,
}) => {
  const { producerId, ownerKey, token } = await newProducer("Hook edited");
  await signIn(page, await newUser(producerId, "editor"));
  const made = await page.request.post("/api/v2/producers/hooks", {
    headers: { "an-api-key-owner": ownerKey },
    data: { events: "itemCreated", url: `http://127.0.0.1:${RECEIVER_PORT}/before` },
  });
  const { id }: { id: string } = await made.json();
  const createItem = async () => {
    const headers = { "an-api-token": token };
    const item = await page.request.post("/api/v2/items", { headers, data: { identifier: randomUUID() } });
    expect(item.status()).toBe(200);
  };
  const deliveries = page.getByRole("table", { name: "Deliveries" });
  isBroken = false;
  await page.goto(`/webhooks/${id}`);
  await page.getByRole("button", { name: "Edit webhook" }).click();
  const editor = page.getByRole("dialog", { name: "Edit webhook" });
  const address = editor.getByLabel("Endpoint URL");
  await expect(address).toHaveValue(/\/before$/);
  await address.fill(`http://127.0.0.1:${RECEIVER_PORT}/edited`);
  await editor.getByLabel("Custom data").fill('{"system": "till"}');
  await expectAccessible(page);
  await editor.getByRole("button", { name: "Save webhook" }).click();
  await expect(editor).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    `http://127.0.0.1:${RECEIVER_PORT}/edited`,
  );
  await createItem();
  await expect(deliveries.getByText("Delivered")).toBeVisible();
  expect(calls.filter(({ path }) => path === "/before")).toEqual([]);
  const edited = () => calls.filter(({ path }) => path === "/edited").map(({ body }) => JSON.parse(body));
  expect(edited()).toMatchObject([{ hook: { data: { data: { system: "till" } } } }]);

  await page.getByRole("button", { name: "Pause webhook" }).click();
  const question = page.getByRole("dialog", { name: "Pause this webhook?" });
  await expectAccessible(page);
  await question.getByRole("button", { name: "Pause webhook" }).click();
  await expect(page.getByText("This webhook was paused")).toBeVisible();
  await expect(page.getByRole("button", { name: "Pause webhook" })).toHaveCount(0);
  await expect(page.getByText("Paused", { exact: true })).toBeVisible();
  await expect(page.getByRole("navigation").getByRole("link", { name: /disabled/ })).toHaveCount(0);
  await createItem();
  await expect(deliveries.getByText("On hold")).toBeVisible();
  expect(edited()).toHaveLength(1);
});

test("a webhook whose form is closed while it is saved is confirmed and shown as saved", async ({ page }) => {
  const { producerId, ownerKey } = await newProducer("Hook saved late");
  await signIn(page, await newUser(producerId, "editor"));
  const made = await page.request.post("/api/v2/producers/hooks", {
    headers: { "an-api-key-owner": ownerKey },
    data: { events: "itemCreated", url: `http://127.0.0.1:${RECEIVER_PORT}/early` },
  });
  const { id }: { id: string } = await made.json();
  await page.goto(`/webhooks/${id}`);
  await page.getByRole("button", { name: "Edit webhook" }).click();
  const editor = page.getByRole("dialog", { name: "Edit webhook" });
  await page.route("**/api/trpc/hooks.update**", async (route) => {
    await expect(editor).toHaveCount(0);
    await route.continue();
  });
  await editor.getByLabel("Endpoint URL").fill(`http://127.0.0.1:${RECEIVER_PORT}/late`);
  await editor.getByRole("button", { name: "Save webhook" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByText("Webhook saved.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`http://127.0.0.1:${RECEIVER_PORT}/late`);
});

test("a webhook that failures switched off is counted in the navigation until it is switched on", async ({
  page,
}) => {
  const { producerId, ownerKey } = await newProducer("Hook counted");
  await signIn(page, await newUser(producerId, "editor"));
  const made = await page.request.post("/api/v2/producers/hooks", {
    headers: { "an-api-key-owner": ownerKey },
    data: { events: "*", url: `http://127.0.0.1:${RECEIVER_PORT}/counted` },
  });
  const { id }: { id: string } = await made.json();
  const entry = page.getByRole("navigation").getByRole("link", { name: /^Webhooks/ });
  await page.goto("/items");
  await expect(entry).toHaveText("Webhooks");
  await switchOff(id);
  await page.reload();
  await expect(entry).toContainText("1 disabled");
  await expectAccessible(page);
  await entry.click();
  await page.getByRole("link", { name: `http://127.0.0.1:${RECEIVER_PORT}/counted` }).click();
  await page.getByRole("button", { name: "Enable webhook" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Enable webhook" }).click();
  await expect(page.getByText("This webhook was disabled")).toBeHidden();
  await expect(entry).toHaveText("Webhooks");
});

test("a group's webhooks show its title instead of its id, and their figures link to their deliveries", async ({
  page,
}) => {
  const { producerId, token } = await newProducer("Hook of a group");
  await signIn(page, await newUser(producerId, "viewer"));
  const headers = { "an-api-token": token };
  const group = await page.request.post("/api/v2/groups", { headers, data: { title: "Summer coats" } });
  const { id }: { id: string } = await group.json();
  const made = await page.request.post(`/api/v2/groups/${id}/hooks`, {
    headers,
    data: { events: "*", url: `http://127.0.0.1:${RECEIVER_PORT}/group` },
  });
  expect(made.status()).toBe(200);
  await page.goto(`/webhooks?group=${id}`);
  await expect(page.locator("main").getByText("Group Summer coats").first()).toBeVisible();
  await expect(page.getByText(id)).toHaveCount(0);
  await page.getByRole("link", { name: "0 successful deliveries: view deliveries" }).click();
  await expect(page.getByRole("heading", { name: "Deliveries" })).toBeInViewport();
});

test("the sample of a test event can be loaded again after a failure", async ({ page }) => {
  const { producerId, ownerKey } = await newProducer("Hook without a catalogue");
  await signIn(page, await newUser(producerId, "editor"));
  const made = await page.request.post("/api/v2/producers/hooks", {
    headers: { "an-api-key-owner": ownerKey },
    data: { events: "*", url: `http://127.0.0.1:${RECEIVER_PORT}/catalogue` },
  });
  const { id }: { id: string } = await made.json();
  const catalogue = "**/api/trpc/hooks.events**";
  await page.route(catalogue, (route) => route.abort());
  await page.goto(`/webhooks/${id}`);
  await page.getByRole("button", { name: "Send test event" }).click();
  const dialog = page.getByRole("dialog", { name: "Send test event" });
  const again = dialog.getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  await page.unroute(catalogue);
  await again.click();
  await expect(dialog.getByRole("region", { name: "Sample body of itemScanned" })).toBeVisible();
});

test("verification is shown in five languages, with the code of docs/guides/webhooks.md", async ({
  page,
}) => {
  const { producerId } = await newProducer("Hook verifying");
  await signIn(page, await newUser(producerId, "viewer"));
  await page.goto("/webhooks");
  await page.getByRole("link", { name: "Verify webhook signatures" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Verify webhook signatures" })).toBeVisible();
  for (const [name, words] of [
    ["Node.js", "webhook.verify(Buffer.concat(chunks), request.headers)"],
    ["Python", "hmac.compare_digest"],
    ["Go", "hmac.Equal"],
    ["PHP", "hash_equals"],
    ["Java", "MessageDigest.isEqual"],
  ] as const) {
    await page.getByRole("tab", { name, exact: true }).click();
    await expect(page.getByRole("region", { name: `Receiver: ${name}`, exact: true })).toContainText(words);
  }
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await darken(page);
  await expectAccessible(page);
});
