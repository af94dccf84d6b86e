import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { newProducer } from "../credentials";
import { expectAccessible, newUser, signIn, textOf } from "./people";

/** Run a line in a shell; returns its stdout. */
const pasted = async (line: string) => (await promisify(execFile)("sh", ["-c", line])).stdout;

test("an owner creates a token, its curl line works when pasted, and fails after the token is revoked", async ({
  page,
}) => {
  const { producerId } = await newProducer("Token journey");
  await signIn(page, await newUser(producerId, "owner"));
  await page.goto("/tokens");
  const rows = page.getByRole("table", { name: "Tokens" }).getByRole("row");
  await expect(rows.filter({ hasText: "First token" })).toBeVisible();
  await expect(rows.filter({ hasText: "Owner key" })).toContainText("Never");

  await page.getByRole("button", { name: "Create token" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Shop <b>system</b>");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create token" }).click();
  const secret = await textOf(dialog.locator("[data-secret]"));
  expect(secret).toMatch(/^ant_\w{36}$/);
  const curl = await textOf(dialog.locator("[data-curl]"));
  expect(curl).toContain(secret);
  expect(JSON.parse(await pasted(`${curl} -s`))).toEqual({ identifier: {}, scans: [] });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "I have saved it" }).click();
  await expect(dialog).toBeHidden();
  expect(await page.content()).not.toContain(secret);

  const row = rows.filter({ hasText: "Shop <b>system</b>" });
  await expect(row).toContainText("Active");
  await row.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByRole("dialog")).toContainText("half a second");
  await page.getByRole("dialog").getByRole("button", { name: "Revoke access" }).click();
  await expect(row).toBeHidden();
  // The button that opened the question disappeared with its row.
  await expect(page.getByRole("region", { name: "API tokens", exact: true })).toBeFocused();
  expect(JSON.parse(await pasted(`${curl} -s`))).toMatchObject({ status: 403 });
  await page.getByLabel("Show expired and revoked tokens").check();
  await expect(row).toContainText("Revoked");
  await expect(row.getByRole("button")).toHaveCount(0);
});

test("a token has the scopes of a preset or single ones, a limit and networks, which an owner changes", async ({
  page,
  request,
}) => {
  const { producerId } = await newProducer("Token access");
  await signIn(page, await newUser(producerId, "owner"));
  await page.goto("/tokens");
  await page.getByRole("button", { name: "Create token" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Line 3");
  await dialog.getByRole("combobox", { name: "Access" }).click();
  await page.getByRole("option", { name: "Read only" }).click();
  await expect(dialog.getByRole("checkbox", { name: "Read items" })).toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: "Change items" })).not.toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create token" }).click();
  const token = await textOf(dialog.locator("[data-secret]"));
  await dialog.getByRole("button", { name: "I have saved it" }).click();
  const row = page.getByRole("table", { name: "Tokens" }).getByRole("row").filter({ hasText: "Line 3" });
  await expect(row).toContainText("Read only");
  const create = async () => {
    const data = { identifier: `made-by-${producerId}` };
    return (await request.post("/api/v2/items", { headers: { "an-api-token": token }, data })).json();
  };
  expect(await create()).toMatchObject({ code: "scope-missing" });

  await row.getByRole("button", { name: "Access of Line 3" }).click();
  await dialog.getByRole("checkbox", { name: "Change items" }).check();
  await dialog.getByLabel("Requests per minute").fill("60");
  await dialog.getByLabel("Allowed networks").fill("203.0.113.0/24\nnowhere");
  await dialog.getByRole("button", { name: "Save access" }).click();
  await expect(dialog.getByText("Enter one address or network such as")).toBeVisible();
  await dialog.getByLabel("Allowed networks").fill("203.0.113.0/24");
  await dialog.getByRole("button", { name: "Save access" }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText("7 scopes · 60 per minute · 1 network");
  expect(await create()).toMatchObject({ code: "address-not-allowed" });
});

test("a token may expire on a day, or never", async ({ page }) => {
  const { producerId } = await newProducer("Token ends");
  await signIn(page, await newUser(producerId, "owner"));
  for (const [name, choice] of [
    ["Until a day", "Custom date"],
    ["For ever", "No expiration"],
  ] as const) {
    await page.goto("/tokens");
    await page.getByRole("button", { name: "Create token" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByRole("combobox", { name: "Expiration" }).click();
    await page.getByRole("option", { name: choice }).click();
    if (choice === "Custom date") {
      await dialog
        .getByLabel("Expiration date")
        .fill(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10));
    }
    await dialog.getByRole("button", { name: "Create token" }).click();
    await dialog.getByRole("button", { name: "I have saved it" }).click();
  }
  const table = page.getByRole("table", { name: "Tokens" });
  await expect(table.getByRole("row").filter({ hasText: "Until a day" })).toContainText("Expires soon");
  await expect(table.getByRole("row").filter({ hasText: "For ever" })).toContainText("Never");
});

test("editors and viewers see why they see no tokens", async ({ page, browser }) => {
  const { producerId } = await newProducer("No tokens for all");
  for (const role of ["editor", "viewer"] as const) {
    const other = await browser.newContext();
    const tab = role === "editor" ? page : await other.newPage();
    await signIn(tab, await newUser(producerId, role));
    await tab.goto("/tokens");
    await expect(tab.getByText("Only owners can manage API tokens")).toBeVisible();
    await expect(tab.getByRole("button", { name: "Create token" })).toHaveCount(0);
    await expect(tab.getByRole("table")).toHaveCount(0);
    await expectAccessible(tab);
    await other.close();
  }
});
