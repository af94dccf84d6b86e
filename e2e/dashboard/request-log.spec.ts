import { expect, type Page, test } from "@playwright/test";
import { createToken } from "@/server/domain/tokens/create";
import { newProducer } from "../credentials";
import { inside } from "../inside";
import { settled } from "./every-page/look";
import { pageOf } from "./page-of";
import { darken, expectAccessible, newAdmin, newUser, signIn } from "./people";

// Holds decision 0071.

const rowsOf = (page: Page) => page.getByRole("table", { name: "Request log" }).getByRole("row");
const calls = (page: Page, text: string) => rowsOf(page).filter({ hasText: text });

const callOf =
  (baseURL: string | undefined) =>
  (path: string, token: string, body?: object): Promise<Response> =>
    fetch(`${baseURL}/api/v2${path}`, {
      headers: { "content-type": "application/json", "an-api-token": token },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });

test("calls appear while they are made; a paused list stays, filters survive a reload, and other producers see nothing", async ({
  page,
  baseURL,
}) => {
  const call = callOf(baseURL);
  const [{ producerId, token }, other] = [await newProducer("Log"), await newProducer("Other log")];
  const { secret: line } = await createToken(await inside(), { producerId, kind: "token", name: "Line 3" });
  await signIn(page, await newUser(producerId, "viewer"));
  await page.goto("/request-log");
  await expect(page.getByText("No calls yet")).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await expectAccessible(page);

  await call("/items", token, { identifier: `log-${producerId}`, title: "Shoe" });
  await call("/items/never-registered", line);
  await call("/items/never-registered", other.token);
  await call("/items/never-registered", "no token");
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(calls(page, "never-registered")).toContainText("404");
  await expect(calls(page, "never-registered")).toContainText("item-not-found");

  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Paused", { exact: true })).toBeVisible();
  await call("/groups/none", line);
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(rowsOf(page)).toHaveCount(4);

  await page.getByRole("combobox", { name: "Result" }).click();
  await page.getByRole("option", { name: "Failed", exact: true }).click();
  await expect(rowsOf(page)).toHaveCount(3);
  await page.getByRole("combobox", { name: "Endpoint" }).click();
  await page.getByRole("option", { name: "/groups/{id}" }).click();
  await expect(rowsOf(page)).toHaveCount(2);
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(calls(page, "/groups/none")).toHaveCount(1);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rowsOf(page)).toHaveCount(4);
  await page.getByRole("combobox", { name: "API token" }).click();
  await page.getByRole("option", { name: "Line 3" }).click();
  await expect(rowsOf(page)).toHaveCount(3);
});

test("the request id of a failed call opens it from the palette, with bodies, error code and a command", async ({
  page,
  baseURL,
}) => {
  const { producerId, token } = await newProducer("Log of a failure");
  const wrong = { identifier: "", title: 7, data: { note: "private words" }, password: "geheim" };
  const failed = await callOf(baseURL)("/items?locale=de", token, wrong);
  const requestId = failed.headers.get("x-request-id") ?? "";
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto("/request-log");
  await expect(calls(page, "POST /items")).toHaveCount(1);

  await page.goto("/overview");
  await page.getByRole("button", { name: "Search everything" }).click();
  await page.getByRole("dialog", { name: "Search everything" }).getByRole("combobox").fill(requestId);
  await page.getByRole("option", { name: "POST /items?locale=de" }).click();
  await expect(page).toHaveURL(/\/request-log\?call=/);
  const drawer = page.getByRole("dialog", { name: "API call" });
  await expect(drawer.getByText(requestId)).not.toHaveCount(0);
  const request = drawer.getByRole("region", { name: "the request body" });
  await expect(request).toContainText('"title": 7');
  await expect(request).toContainText('"password": "[redacted]"');
  await expect(request).not.toContainText("private words");
  await expect(drawer.getByRole("region", { name: "the response body" })).toContainText('"status": 400');
  await expect(drawer.getByRole("region", { name: "the curl command" })).toContainText("-X POST");
  await expect(drawer.getByRole("region", { name: "the curl command" })).not.toContainText(token);
  await expectAccessible(page);
  await darken(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessible(page);

  const opened = page.context().waitForEvent("page");
  await drawer.getByRole("link", { name: "/items", exact: true }).click();
  await expect((await opened).getByText("POST /api/v2/items", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
  await expect(page).toHaveURL(pageOf("/request-log"));
});

test("rows are opened by keyboard, and the rows are in the first HTML", async ({ page, baseURL }) => {
  const { producerId, token } = await newProducer("Log by keyboard");
  await callOf(baseURL)("/groups/by-keyboard", token);
  await signIn(page, await newUser(producerId, "owner"));
  await page.goto("/request-log");
  await expect(calls(page, "by-keyboard")).toHaveCount(1);
  const html = await (await page.request.get(page.url())).text();
  expect(html).toContain("/groups/by-keyboard");
  await settled(page);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "API call" })).toBeVisible();
});

test("calls of an assistant are listed with their tool, and the filtered list is exported", async ({
  page,
  baseURL,
}) => {
  const { producerId } = await newProducer("Log of an assistant");
  const { secret } = await createToken(await inside(), {
    producerId,
    kind: "token",
    name: "Assistant",
    scopes: ["items:read", "items:write", "assistants:write"],
    // The address of the socket is known behind Next, too.
    networks: ["127.0.0.0/8", "::1/128"],
  });
  const callTool = (name: string, given: object) =>
    fetch(`${baseURL}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${secret}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name, arguments: given },
      }),
    }).then((answer) => answer.text());
  const identifier = `assistant-${producerId}`;
  expect(await callTool("create_item", { identifier, title: "Tote" })).toContain(identifier);
  expect(await callTool("invalidate_item", { identifier: "never-registered" })).toContain("item-not-found");
  await signIn(page, await newUser(producerId, "viewer"));
  await page.goto("/request-log");
  await expect(calls(page, "/mcp tools/call create_item")).toContainText("200");
  const failed = calls(page, "/mcp tools/call invalidate_item");
  await expect(failed).toContainText("item-not-found");
  await failed.getByText("/mcp tools/call").click();
  const drawer = page.getByRole("dialog", { name: "API call" });
  await expect(drawer.getByRole("region", { name: "the request body" })).toContainText("never-registered");
  await expect(drawer.getByText("Repeat this call")).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  await page.goto("/request-log?outcome=failed");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Export request log" });
  await expect(dialog).toContainText("1 row will be exported");
  await expectAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("link", { name: "Download file" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^request-log-\d{4}-\d\d-\d\d\.csv$/);
});

test("an admin finds a call of any producer by its request id, from the palette", async ({
  page,
  baseURL,
}) => {
  const { token } = await newProducer("Log for admins");
  const failed = await callOf(baseURL)("/items/never-registered", token);
  const requestId = failed.headers.get("x-request-id") ?? "";
  await signIn(page, await newAdmin());
  await page.goto("/admin/calls");
  await expect(page.getByText("Search by request ID")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("searchbox", { name: "Request ID" }).fill("none");
  await expect(page.getByText("No call with this request ID")).toBeVisible();
  await page.getByRole("searchbox", { name: "Request ID" }).fill(requestId);
  const row = page.getByRole("table", { name: "API calls (all)" }).getByRole("row");
  await expect(row.filter({ hasText: "Log for admins" })).toContainText("404");
  await expect(row.filter({ hasText: "Log for admins" })).not.toContainText("never-registered");

  await page.goto("/admin/overview");
  await page.getByRole("button", { name: "Search everything" }).click();
  await page.getByRole("dialog", { name: "Search everything" }).getByRole("combobox").fill(requestId);
  await page.getByRole("option", { name: "GET /items/{id}" }).click();
  const drawer = page.getByRole("dialog", { name: "API call" });
  await expect(drawer.getByText("GET /items/never-registered")).toBeVisible();
  await expectAccessible(page);
  await darken(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
  await expectAccessible(page);
});
