import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { z } from "zod";
import { groups } from "@/db/schema/groups";
import { identifiers } from "@/db/schema/identifiers";
import { items } from "@/db/schema/items";
import { newId } from "@/server/platform/ids";
import { newProducer } from "../credentials";
import { inside } from "../inside";
import { settled } from "./every-page/look";
import { tabTo } from "./hands";
import { expectAccessible, newUser, signIn } from "./people";

// Holds decision 0049.

/** A producer with items named `bulk-0001` and so on with a random end, newest first, and a group. */
async function newWorld(page: Page, name: string, count: number, role: "editor" | "viewer" = "editor") {
  const { producerId } = await newProducer(name);
  const { db } = await inside();
  const end = randomUUID().slice(0, 8);
  const names = Array.from({ length: count }, (_, n) => `bulk-${String(n + 1).padStart(4, "0")}-${end}`);
  await db.insert(identifiers).values(names.map((identifier) => ({ identifier, producerId })));
  const now = Date.now() - 60_000;
  const rows = names.map((identifier, n) => ({
    identifier,
    producerId,
    title: n % 2 === 0 ? "Boot" : "Belt",
    createdAt: new Date(now - n),
    updatedAt: new Date(now - n),
  }));
  await db.insert(items).values(rows);
  const groupId = newId();
  const times = { createdAt: new Date(now), updatedAt: new Date(now) };
  await db.insert(groups).values({ id: groupId, producerId, title: "Spring line", ...times });
  await signIn(page, await newUser(producerId, role));
  return { producerId, names, groupId };
}

const Path = z.object({ path: z.string() });

const bar = (page: Page) => page.getByRole("region", { name: "Selection" });
const box = (page: Page, name = "") => page.getByRole("checkbox", { name: `Select ${name}` });
const countOf = async (where: ReturnType<typeof and>) => (await inside()).db.$count(items, where);

test("selected items are added to a group, and an undo takes them out again", async ({ page }) => {
  const { names, groupId } = await newWorld(page, "Bulk with undo", 5);
  await page.goto("/items");
  await box(page, names[0]).check();
  await box(page, names[2]).click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("3 selected");
  await expectAccessible(page);
  await bar(page).getByRole("button", { name: "Add to group" }).click();
  const dialog = page.getByRole("dialog", { name: "Add 3 items to a group" });
  await dialog.getByRole("combobox", { name: "Group" }).click();
  await page.getByRole("option", { name: "Spring line" }).click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add items" }).click();
  await expect(page.getByText("3 items added to the group")).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByRole("row").getByRole("link", { name: "Spring line" })).toHaveCount(3);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("3 items restored")).toBeVisible();
  await expect(page.getByRole("row").getByRole("link", { name: "Spring line" })).toHaveCount(0);
  expect(await countOf(and(eq(items.groupId, groupId)))).toBe(0);
});

test("all that match are changed as a job, which can be undone on its page", async ({ page }) => {
  const { producerId } = await newWorld(page, "Bulk of all", 2_400);
  await page.goto("/items?q=boot");
  await box(page, "").first().waitFor();
  await page.getByRole("checkbox", { name: "Select all shown" }).check();
  await expect(bar(page)).toContainText("50 selected");
  await page.getByRole("button", { name: "Load more" }).scrollIntoViewIfNeeded();
  await expect(page.getByText(/^100 of /)).toBeVisible();
  await expect(bar(page)).toContainText("50 selected");
  await bar(page).getByRole("button", { name: "Select all matches" }).click();
  await expect(bar(page)).toContainText("All 1,200 matches are selected");
  await bar(page).getByRole("button", { name: "Change field" }).click();
  const dialog = page.getByRole("dialog", { name: "Change a field of 1,200 items" });
  await dialog.getByRole("textbox", { name: "Value" }).fill("Sandal");
  await dialog.getByRole("button", { name: "Change field" }).click();
  await expect(page.getByText("Change titles: in progress")).toBeVisible();
  await expect(page.getByText("1,200 items changed")).toBeVisible();
  const withTitle = (title: string) => countOf(and(eq(items.producerId, producerId), eq(items.title, title)));
  expect([await withTitle("Sandal"), await withTitle("Belt")]).toEqual([1_200, 1_200]);
  await page.goto("/jobs");
  await page.getByRole("link", { name: "Change titles" }).click();
  await expect(page.getByText("Can be undone until")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Undo changes" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Undo item changes");
  await expect(page.getByText("1,200 items restored")).toBeVisible();
  expect([await withTitle("Sandal"), await withTitle("Boot")]).toEqual([0, 1_200]);
});

test("a change that is final asks for the number above 100, and lists what it left", async ({ page }) => {
  const { producerId, names } = await newWorld(page, "Bulk that is final", 120);
  const { db } = await inside();
  await db
    .update(items)
    .set({ invalidatedAt: new Date() })
    .where(eq(items.identifier, names[3] ?? ""));
  await page.goto("/items");
  await box(page, names[0]).check();
  await bar(page).getByRole("button", { name: "Select all matches" }).click();
  await bar(page).getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Invalidate items" }).click();
  const dialog = page.getByRole("dialog", { name: "Invalidate 120 items?" });
  await expect(dialog).toContainText("cannot be undone");
  const confirm = dialog.getByRole("button", { name: "Invalidate 120 items" });
  await dialog.getByRole("textbox", { name: "Type 120 to confirm" }).fill("120");
  await expect(confirm).toBeDisabled();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Stolen");
  await expectAccessible(page);
  await confirm.click();
  await expect(page.getByText("119 items invalidated, 1 not")).toBeVisible();
  expect(await countOf(and(eq(items.producerId, producerId), isNull(items.invalidatedAt)))).toBe(0);
  await page.getByRole("link", { name: "View job" }).click();
  await expect(page.getByRole("heading", { name: "Not changed" })).toBeVisible();
  await expect(page.getByRole("link", { name: names[3] ?? "" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo changes" })).toHaveCount(0);
  await expectAccessible(page);
});

test("by keyboard alone: items are selected, a range is extended, and they are deleted", async ({ page }) => {
  const { producerId, names } = await newWorld(page, "Bulk by keyboard", 6);
  await page.goto("/items");
  await page.getByRole("link", { name: names[0] ?? "" }).waitFor();
  await settled(page);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(bar(page)).toContainText("1 selected");
  for (const _ of [1, 2, 3]) await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowUp");
  await expect(bar(page)).toContainText("3 selected");
  await tabTo(page, "button", "More actions");
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Delete items" }).waitFor();
  await expect(async () => {
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: "Delete items" })).toBeFocused({ timeout: 200 });
  }).toPass();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Delete 3 items?" }).waitFor();
  await tabTo(page, "button", "Delete 3 items");
  await page.keyboard.press("Enter");
  await expect(page.getByText("3 items deleted")).toBeVisible();
  expect(await countOf(and(eq(items.producerId, producerId), isNotNull(items.deletedAt)))).toBe(3);
});

test("from the page of a group, only items that are still in it are removed from their group", async ({
  page,
}) => {
  const { producerId, names, groupId } = await newWorld(page, "Bulk in a group", 3);
  const { db } = await inside();
  const other = newId();
  const now = new Date();
  await db
    .insert(groups)
    .values({ id: other, producerId, title: "Autumn line", createdAt: now, updatedAt: now });
  await db.update(items).set({ groupId }).where(eq(items.producerId, producerId));
  await page.goto(`/groups/${groupId}`);
  for (const name of names) await box(page, name).check();
  await expect(bar(page)).toContainText("3 selected");
  await db
    .update(items)
    .set({ groupId: other })
    .where(eq(items.identifier, names[1] ?? ""));
  await bar(page).getByRole("button", { name: "Remove from group" }).click();
  await expect(page.getByText("2 items removed from groups")).toBeVisible();
  expect(await countOf(eq(items.groupId, groupId))).toBe(0);
  expect(await countOf(eq(items.groupId, other))).toBe(1);
});

test("at 320 px the bar fits, and has every action", async ({ page }) => {
  const { names } = await newWorld(page, "Bulk in a narrow window", 3);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/items");
  await box(page, names[0]).check();
  await expectAccessible(page);
  await bar(page).getByRole("button", { name: "More actions" }).click();
  for (const name of [
    "Add to group",
    "Remove from group",
    "Change field",
    "Invalidate items",
    "Delete items",
  ])
    await expect(page.getByRole("menuitem", { name, exact: true })).toBeVisible();
});

test("viewers select and copy, and change nothing", async ({ page }) => {
  const { names } = await newWorld(page, "Bulk for viewers", 3, "viewer");
  await page.goto("/items");
  await box(page, names[0]).check();
  await expect(bar(page)).toContainText("1 selected");
  await bar(page).getByRole("button", { name: "More actions" }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Export"]);
});

test("selected items are exported, named one by one or as all that match", async ({ page }) => {
  const { names } = await newWorld(page, "Bulk export", 120, "viewer");
  await page.goto("/items");
  const exported = async () => {
    await bar(page).getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Export", exact: true }).click();
    const dialog = page.getByRole("dialog");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByText("Download file", { exact: true }).click(),
    ]);
    await expect(dialog).toBeHidden();
    expect(file.suggestedFilename()).toMatch(/^items-.*\.csv$/);
    const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n").slice(1);
    return lines.map((line) => line.split(",")[0]?.replaceAll('"', ""));
  };
  // So many that their identifiers are too long for an address.
  await page.getByRole("button", { name: "Load more" }).scrollIntoViewIfNeeded();
  await expect(page.getByText(/^100 of /)).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByRole("checkbox", { name: "Select all shown" }).check();
  await box(page, names[1]).uncheck();
  const listed = await exported();
  expect(listed).toHaveLength(99);
  expect(listed).not.toContain(names[1]);
  await bar(page).getByRole("button", { name: "Select all matches" }).click();
  expect(new Set(await exported())).toEqual(new Set(names));
});

test("a field of data is set with a type, and a value that does not fit it is refused", async ({ page }) => {
  const { producerId, names } = await newWorld(page, "Bulk with types", 2);
  await page.goto("/items");
  const change = async (type: string, value: string | undefined) => {
    await page.getByRole("checkbox", { name: "Select all shown" }).check();
    await bar(page).getByRole("button", { name: "Change field" }).click();
    const dialog = page.getByRole("dialog", { name: "Change a field of 2 items" });
    await dialog.getByRole("combobox", { name: "Field" }).selectOption("Data key");
    await dialog.getByRole("textbox", { name: "Key" }).fill(type);
    await dialog.getByRole("combobox", { name: "Type" }).selectOption(type);
    const action = dialog.getByRole("button", { name: "Change field" });
    if (type === "Number") {
      await dialog.getByRole("textbox", { name: "Value" }).fill("many");
      await action.click();
      await expect(dialog.getByText("Enter a number.")).toBeVisible();
      await expectAccessible(page);
    }
    if (value !== undefined) await dialog.getByRole("textbox", { name: "Value" }).fill(value);
    await action.click();
    await expect(dialog).toBeHidden();
    await expect(bar(page)).toHaveCount(0);
  };
  await change("Text", "12");
  await change("Number", "12.5");
  await change("Yes/no", undefined);
  await change("JSON", '["a", {"b": null}]');
  const { db } = await inside();
  const found = await db.select({ data: items.data }).from(items).where(eq(items.producerId, producerId));
  const data = { Text: "12", Number: 12.5, "Yes/no": false, JSON: ["a", { b: null }] };
  expect(found).toEqual(names.map(() => ({ data })));
});

test("labels of a selection that is too long for an address are printed, also after a reload", async ({
  page,
}) => {
  await newWorld(page, "Bulk labels", 130);
  await page.goto("/items");
  await box(page, "").first().waitFor();
  for (const shown of [100, 130]) {
    await page.getByRole("button", { name: "Load more" }).scrollIntoViewIfNeeded();
    await expect(page.getByText(new RegExp(`^${shown} (of|in total)`))).toBeVisible();
  }
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByRole("checkbox", { name: "Select all shown" }).check();
  await expect(bar(page)).toContainText("130 selected");
  await bar(page).getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Print labels" }).click();
  await expect(page).toHaveURL(/labels\?selection=/);
  await expect(page.getByText("130 labels")).toBeVisible();
  await page.reload();
  await expect(page.getByText("130 labels")).toBeVisible();
  await page.evaluate(() => window.sessionStorage.clear());
  await page.reload();
  await expect(page.getByText("This selection is no longer available")).toBeVisible();
  await expect(page.getByText("This filter is unknown")).toHaveCount(0);
});

test("files are selected and deleted; a used one is left and listed", async ({ page }) => {
  const { producerId, token } = await newProducer("Bulk of files");
  await signIn(page, await newUser(producerId, "editor"));
  const upload = async (name: string) => {
    const body = { "content-type": "text/plain", data: Buffer.from(name).toString("base64"), name };
    const answer = await page.request.post("/api/v2/contents", {
      data: body,
      headers: { "an-api-token": token },
    });
    return Path.parse(await answer.json()).path;
  };
  await upload("free.txt");
  const image = await upload("used.txt");
  const item = { identifier: `of-files-${randomUUID()}`, image };
  await page.request.post("/api/v2/items", { data: item, headers: { "an-api-token": token } });
  await page.goto("/files");
  await box(page, "free.txt").check();
  await box(page, "used.txt").check();
  await expectAccessible(page);
  await bar(page).getByRole("button", { name: "Delete files" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete 2 files?" });
  await dialog.getByRole("button", { name: "Delete 2 files" }).click();
  await expect(page.getByText("1 file deleted, 1 not")).toBeVisible();
  await expect(page.getByRole("list", { name: "Files" }).getByRole("listitem")).toHaveCount(1);
});
