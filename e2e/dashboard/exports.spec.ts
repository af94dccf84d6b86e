import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { newProducer } from "../credentials";
import { expectAccessible, newUser, signIn, switchTo } from "./people";

/** The file that a button or link downloads. */
async function downloadOf(page: Page, start: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent("download"), start()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}

async function withItems(baseURL: string | undefined) {
  const { producerId, token } = await newProducer("Exports");
  const post = async (path: string, body: object) => {
    const reply = await fetch(`${baseURL}/api/v2${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "an-api-token": token },
      body: JSON.stringify(body),
    });
    expect(reply.ok).toBe(true);
  };
  const identifiers = ["red", "blue"].map((colour) => `${producerId}-${colour}`);
  for (const [at, identifier] of identifiers.entries())
    await post("/items", { identifier, title: `Item ${at}`, data: { colour: at ? "blue" : "red" } });
  await post("/scans", { identifier: identifiers[0], copyclassification: "fake" });
  return { producerId, identifiers };
}

test("a list is exported with its filter and the chosen columns, by keyboard", async ({ page, baseURL }) => {
  const { producerId, identifiers } = await withItems(baseURL);
  await signIn(page, await newUser(producerId, "viewer", "Vera"));
  await page.goto("/items?q=red");
  await expect(page.locator("main tbody tr")).toHaveCount(1);
  await page.getByRole("button", { name: "Export", exact: true }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Export items" });
  await expect(dialog.getByText("1 row will be exported")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "None" }).press("Enter");
  await expect(dialog.getByRole("link", { name: "Download file" })).toHaveAttribute("aria-disabled", "true");
  await dialog.getByRole("checkbox", { name: "identifier" }).press("Space");
  await dialog.getByRole("checkbox", { name: "data.colour" }).press("Space");
  const file = await downloadOf(page, () =>
    dialog.getByRole("link", { name: "Download file" }).press("Enter"),
  );
  expect(file.name).toMatch(/^items-\d{4}-\d\d-\d\d\.csv$/);
  expect(file.text).toBe(`\uFEFF"identifier","data.colour"\r\n"${identifiers[0]}","red"\r\n`);
  await expect(dialog).toBeHidden();

  await page.goto("/items?sort=created");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await dialog.getByRole("button", { name: "None" }).click();
  await dialog.getByRole("checkbox", { name: "identifier" }).check();
  const oldest = await downloadOf(page, () => dialog.getByRole("link", { name: "Download file" }).click());
  expect(oldest.text).toBe(`\uFEFF"identifier"\r\n"${identifiers[0]}"\r\n"${identifiers[1]}"\r\n`);

  await page.goto("/settings/audit-log");
  await expect(page.getByText("List exported").first()).toBeVisible();

  await page.goto("/files");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await expect(
    page.getByRole("dialog", { name: "Export files" }).getByText("No rows to export"),
  ).toBeVisible();
});

test("owners export scans as JSON Lines; others find no such button", async ({ page, baseURL }) => {
  const { producerId, identifiers } = await withItems(baseURL);
  await signIn(page, await newUser(producerId, "owner", "Olga"));
  await page.goto("/scans?verdict=fake");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Export scans" });
  await dialog.getByRole("radio", { name: "JSON Lines" }).check();
  await dialog.getByRole("button", { name: "As shown" }).click();
  const file = await downloadOf(page, () => dialog.getByRole("link", { name: "Download file" }).click());
  expect(file.name).toMatch(/^scans-.*\.jsonl$/);
  expect(JSON.parse(file.text)).toMatchObject({ identifier: identifiers[0], copyclassification: "fake" });

  await switchTo(page, await newUser(producerId, "editor", "Edda"));
  await page.goto("/scans");
  await expect(page.locator("main tbody tr")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Export", exact: true })).toHaveCount(0);
});
