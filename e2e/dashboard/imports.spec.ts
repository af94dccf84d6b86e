import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { and, eq } from "drizzle-orm";
import { importRows } from "@/db/schema/imports";
import { newProducer } from "../credentials";
import { inside } from "../inside";
import { tabTo } from "./hands";
import { darken, expectAccessible, newUser, signIn } from "./people";

const give = (page: Page, name: string, text: string) =>
  page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

/** A file of items in which one weight is no number. */
const fileOf = (mark: string) =>
  `Serial number,Name,Weight\n${mark}-1,Bag,1.5\n${mark}-2,Belt,heavy\n${mark}-3,Shoe,0.9\n`;

test("a file is uploaded, checked, imported, and its refused row corrected", async ({ page }) => {
  const mark = randomUUID();
  const { producerId } = await newProducer("Imports");
  await signIn(page, await newUser(producerId, "editor", "Ada"));
  await page.goto("/items");
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await expect(page.getByText("No imports yet")).toBeVisible();
  await expectAccessible(page);
  await give(page, "stock.csv", fileOf(mark));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("stock.csv");
  await expect(page.getByLabel("Field of column Serial number")).toHaveValue("key");
  await expect(page.getByLabel("Field of column Weight")).toHaveValue("ignore");
  await page.getByLabel("Field of column Weight").selectOption("Data");
  await page.getByLabel("Data key of column Weight").fill("weight");
  await page.getByLabel("Type of column Weight").selectOption("Number");
  const preview = page.getByRole("group", { name: "Preview" });
  await expect(preview.getByText("This is not a number.")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Check all rows" }).click();
  await expect(page.getByText("3 rows: 2 to create, 0 to change, 0 unchanged, 1 refused.")).toBeVisible();
  await page.getByRole("button", { name: "Import 2 rows" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
  await expect(page.getByText("1 row refused")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Weight" }).fill("2.25");
  await page.getByRole("button", { name: "Save row 3" }).click();
  await page.getByRole("button", { name: "Import 1 corrected row" }).click();
  await expect(page.getByText("Imported", { exact: true })).toBeVisible();

  await page.goto(`/items/${mark}-2`);
  await expect(page.getByRole("cell", { name: "2.25" })).toBeVisible();
  await page.goto("/imports");
  await give(page, "again.csv", fileOf(mark).replace("heavy", "2.25"));
  await expect(page.getByLabel("Data key of column Weight")).toHaveValue("weight");
  await page.getByRole("button", { name: "Check all rows" }).click();
  await expect(page.getByText("3 rows: 0 to create, 0 to change, 3 unchanged, 0 refused.")).toBeVisible();
  await page.getByRole("button", { name: "Import 3 rows" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
  await expect(page.getByText("The file changed nothing")).toBeVisible();
});

test("a row that an internal error stopped is saved and imported as it is", async ({ page }) => {
  const mark = randomUUID();
  const { producerId } = await newProducer("Rows to repeat");
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto("/imports?kind=items");
  await give(page, "stock.csv", `identifier,data.weight:number\n${mark},3\n${mark}-2,4\n`);
  await page.getByRole("button", { name: "Check all rows" }).click();
  await expect(page.getByRole("button", { name: "Import 2 rows" })).toBeVisible();
  const { db } = await inside();
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await db
    .update(importRows)
    .set({ outcome: "refused", faults: [{ reason: "internal" }] })
    .where(and(eq(importRows.importId, id), eq(importRows.number, 2)));
  await page.reload();
  await expect(page.getByText("An internal error prevented the import of this row.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save row 2" }).click();
  await expect(page.getByText("Corrected, not imported yet")).toBeVisible();
  await expect(page.getByText("An internal error")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Save row 2" })).toBeDisabled();
  await page.getByRole("button", { name: "Import 2 rows" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("1 corrected row is imported as well.");
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(page.getByText("Imported", { exact: true })).toBeVisible();
});

test("a choice that could not be stored is taken back, so that no other mapping than the shown one is imported", async ({
  page,
}) => {
  const { producerId } = await newProducer("Lost choice");
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto("/imports");
  await give(page, "stock.csv", fileOf(randomUUID()));
  const field = page.getByLabel("Field of column Weight");
  await expect(field).toHaveValue("ignore");
  await page.route("**/api/trpc/imports.set*", (route) => route.abort(), { times: 1 });
  await field.selectOption("Data");
  await expect(page.getByRole("alert").filter({ hasText: "connection" })).toBeVisible();
  await expect(field).toHaveValue("ignore");
  await field.selectOption("Data");
  await page.getByLabel("Type of column Weight").selectOption("Number");
  await expect(page.getByRole("group", { name: "Preview" }).getByText("This is not a number.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Type of column Weight")).toHaveValue("number");
});

test("refused rows are downloaded with their reasons, and an unreadable file says why", async ({ page }) => {
  const mark = randomUUID();
  const { producerId } = await newProducer("Refused rows");
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto("/imports?kind=items");
  await give(page, "open.csv", 'identifier\n"unclosed');
  await expect(page.getByRole("alert").filter({ hasText: "no closing quote" })).toBeVisible();
  await give(page, "stock.csv", `identifier,data.weight:number\n${mark},heavy\n`);
  await page.getByRole("button", { name: "Check all rows" }).click();
  await expect(page.getByText("Row 2", { exact: true })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download rows (CSV)" }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  expect(text).toContain("reason");
  expect(text).toContain(`${mark}`);
  expect(text).toContain("notANumber");
});

test("an import needs no mouse, and fits a narrow window", async ({ page }) => {
  const mark = randomUUID();
  const { producerId } = await newProducer("Imports by keyboard");
  await signIn(page, await newUser(producerId, "editor"));
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/imports");
  await give(page, "stock.csv", `identifier,data.weight:number\n${mark},heavy\n`);
  await tabTo(page, "button", "Check all rows");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Row 2", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await tabTo(page, "textbox", "data.weight:number");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("3");
  await tabTo(page, "button", "Save row 2");
  await page.keyboard.press("Enter");
  await tabTo(page, "button", "Import 1 row");
  await page.keyboard.press("Enter");
  await tabTo(page, "button", "Import");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Imported", { exact: true })).toBeVisible();
  await darken(page);
  await expectAccessible(page);
});

test("viewers see imports and cannot start one", async ({ page }) => {
  const { producerId } = await newProducer("Imports for viewers");
  await signIn(page, await newUser(producerId, "viewer"));
  await page.goto("/items");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Items");
  await expect(page.getByRole("link", { name: "Import", exact: true })).toHaveCount(0);
  await page.goto("/imports");
  await expect(page.getByText("No imports yet")).toBeVisible();
  await expect(page.locator("input[type=file]")).toHaveCount(0);
});
