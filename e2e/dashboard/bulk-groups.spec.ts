import { expect, type Page, test } from "@playwright/test";
import { eq } from "drizzle-orm";
import { groups } from "@/db/schema/groups";
import { newId } from "@/server/platform/ids";
import { newProducer } from "../credentials";
import { inside } from "../inside";
import { settled } from "./every-page/look";
import { tabTo } from "./hands";
import { expectAccessible, newUser, signIn } from "./people";

/** A producer with groups named `Line 1` and so on, newest first. */
async function newWorld(page: Page, name: string, count: number, role: "editor" | "viewer" = "editor") {
  const { producerId } = await newProducer(name);
  const { db } = await inside();
  const now = Date.now() - 60_000;
  await db.insert(groups).values(
    Array.from({ length: count }, (_, n) => {
      const at = new Date(now - n);
      return { id: newId(), producerId, title: `Line ${n + 1}`, createdAt: at, updatedAt: at };
    }),
  );
  await signIn(page, await newUser(producerId, role));
  return { left: async () => (await inside()).db.$count(groups, eq(groups.producerId, producerId)) };
}

const bar = (page: Page) => page.getByRole("region", { name: "Selection" });

test("all groups that match are deleted as a job, above 100 with their number typed", async ({ page }) => {
  const { left } = await newWorld(page, "Groups in bulk", 120);
  await page.goto("/groups?q=line");
  await page.getByRole("checkbox", { name: "Select all shown" }).check();
  await expect(bar(page)).toContainText("50 selected");
  await bar(page).getByRole("button", { name: "Select all matches" }).click();
  await expect(bar(page)).toContainText("All 120 matches are selected");
  await expectAccessible(page);
  await bar(page).getByRole("button", { name: "Delete groups" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete 120 groups?" });
  await expect(dialog).toContainText("Their items are kept");
  const confirm = dialog.getByRole("button", { name: "Delete 120 groups" });
  await expect(confirm).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByRole("textbox", { name: "Type 120 to confirm" }).fill("120");
  await confirm.click();
  await expect(page.getByText("120 groups deleted")).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  expect(await left()).toBe(0);
});

test("by keyboard alone: groups are selected, a range is extended, and they are deleted", async ({
  page,
}) => {
  const { left } = await newWorld(page, "Groups by keyboard", 5);
  await page.goto("/groups");
  await page.getByRole("link", { name: "Line 1" }).waitFor();
  await settled(page);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(bar(page)).toContainText("2 selected");
  await tabTo(page, "button", "Delete groups");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Delete 2 groups?" }).waitFor();
  await tabTo(page, "button", "Delete 2 groups");
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 groups deleted")).toBeVisible();
  await expect(page.getByRole("link", { name: "Line 1", exact: true })).toHaveCount(0);
  expect(await left()).toBe(3);
});

test("at 320 px the bar fits", async ({ page }) => {
  await newWorld(page, "Groups in a narrow window", 3);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/groups");
  await page.getByRole("checkbox", { name: "Select Line 2" }).check();
  await expect(bar(page).getByRole("button", { name: "Delete groups" })).toBeVisible();
  await expectAccessible(page);
});

test("viewers cannot select groups", async ({ page }) => {
  await newWorld(page, "Groups for viewers", 2, "viewer");
  await page.goto("/groups");
  await page.getByRole("link", { name: "Line 1" }).waitFor();
  await expect(page.getByRole("main").getByRole("checkbox")).toHaveCount(0);
});
