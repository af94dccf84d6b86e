import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { newProducer } from "../credentials";
import { expectAccessible, newUser, signIn } from "./people";
import { watchPage } from "./watch";

async function withItem(baseURL: string | undefined) {
  const { producerId, token } = await newProducer("Columns");
  const answer = await fetch(`${baseURL}/api/v2/items`, {
    method: "POST",
    headers: { "content-type": "application/json", "an-api-token": token },
    body: JSON.stringify({ identifier: randomUUID(), title: "Shoe" }),
  });
  expect(answer.ok).toBe(true);
  return newUser(producerId, "owner", "Olga");
}

const heads = (page: Page) => page.getByRole("columnheader").filter({ hasText: /\S/ });

test("columns are chosen and ordered by keyboard, and this device keeps them in the first HTML", async ({
  page,
  baseURL,
}) => {
  const check = watchPage(page, baseURL);
  await signIn(page, await withItem(baseURL));
  await page.goto("/items");
  await expect(heads(page)).toHaveText([
    "Identifier",
    "Title",
    "Group",
    "Status",
    "Scans",
    "Fakes",
    "Created",
  ]);
  await page.getByRole("button", { name: "Columns" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Columns" });
  await dialog.getByRole("checkbox", { name: "Group" }).press("Space");
  await dialog.getByRole("checkbox", { name: "Updated" }).press("Space");
  await dialog.getByRole("button", { name: "Move Updated up" }).press("Enter");
  await expect(dialog.getByRole("button", { name: "Move Updated up" })).toBeFocused();
  await expect(dialog.getByText("Updated moved to position 6 of 7.")).toBeAttached();
  await dialog.getByRole("checkbox", { name: "Status" }).press("Alt+ArrowUp");
  await expect(dialog.getByRole("checkbox", { name: "Status" })).toBeFocused();
  await dialog.getByRole("checkbox", { name: "Status" }).press("Alt+ArrowUp");
  const chosen = ["Identifier", "Status", "Title", "Scans", "Fakes", "Updated", "Created"];
  await expect(heads(page)).toHaveText(chosen);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Columns" })).toBeFocused();

  const html = await (await page.request.get(page.url())).text();
  const head = html.slice(html.indexOf("<thead"), html.indexOf("</thead>"));
  const places = chosen.map((name) => head.indexOf(`>${name}</`));
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places.toSorted((a, b) => a - b)).toEqual(places);
  expect(head).not.toContain(">Group</");

  await page.reload();
  await expect(heads(page)).toHaveText(chosen);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("button", { name: "Reset to default" }).click();
  await expect(page.getByRole("columnheader", { name: "Group" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Updated" })).toHaveCount(0);
  check();
});

test("columns are dragged, and the export offers them first", async ({ page, baseURL }) => {
  await signIn(page, await withItem(baseURL));
  await page.goto("/scans");
  await page.getByRole("button", { name: "Columns" }).click();
  const rows = page.getByRole("dialog", { name: "Columns" }).getByRole("listitem");
  await expect(rows).toHaveText(["Title", "Verdict", "Country", "System", "Time"]);
  const grip = await rows.last().locator("[aria-hidden]").first().boundingBox();
  const goal = await rows.first().boundingBox();
  if (!grip || !goal) throw new Error("The columns are not shown.");
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await page.mouse.down();
  await page.mouse.move(goal.x + 8, goal.y + 20, { steps: 8 });
  await page.mouse.move(goal.x + 8, goal.y + goal.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(rows).toHaveText(["Time", "Title", "Verdict", "Country", "System"]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const columns = page.getByRole("dialog", { name: "Export scans" }).getByRole("checkbox");
  await expect(columns.nth(0)).toHaveAccessibleName("identifier");
  await expect(columns.nth(1)).toHaveAccessibleName("timestamp");
  await expect(columns.nth(2)).toHaveAccessibleName("title");
});

test("columns of a link win over those of the device and leave them unchanged", async ({ page, baseURL }) => {
  await signIn(page, await withItem(baseURL));
  await page.goto("/items?columns=updated,title");
  await expect(heads(page)).toHaveText(["Identifier", "Updated", "Title"]);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Title" }).uncheck();
  await expect(page).toHaveURL(/[?&]columns=updated$/);
  await page.getByRole("checkbox", { name: "Updated" }).uncheck();
  await expect(page).toHaveURL(/[?&]columns=none$/);
  await expect(heads(page)).toHaveText(["Identifier"]);

  await page.goto("/items?columns=updated,nonsense");
  await expect(page.getByText("columns=updated,nonsense")).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Status" })).toBeVisible();
});
