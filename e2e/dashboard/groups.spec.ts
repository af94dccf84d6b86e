import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { newProducer } from "../credentials";
import { settled } from "./every-page/look";
import { expectAccessible, newUser, signIn } from "./people";

async function newItem(baseURL: string | undefined, token: string, identifier: string) {
  const answer = await fetch(`${baseURL}/api/v2/items`, {
    method: "POST",
    body: JSON.stringify({ identifier, title: `Title of ${identifier}` }),
    headers: { "content-type": "application/json", "an-api-token": token },
  });
  expect(answer.status).toBe(200);
}

test("a group is created, filled by search and by list, emptied with undo, and deleted; its items stay", async ({
  page,
  baseURL,
}) => {
  const { producerId, token } = await newProducer("Groups journey");
  const mark = randomUUID().slice(0, 8);
  const [one, two, three] = [`${mark}/one`, `${mark}-two`, `${mark}-three`];
  for (const identifier of [one, two, three]) await newItem(baseURL, token, identifier);
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto("/groups");
  await expect(page.getByText("No groups yet")).toBeVisible();
  await settled(page);
  await page.keyboard.press("c");
  await page.getByRole("textbox", { name: "Title" }).fill("Spring line");
  await page.getByRole("button", { name: "Add entry" }).click();
  await page.getByRole("textbox", { name: "Label", exact: true }).fill("Material");
  await page.getByLabel("Value", { exact: true }).fill("Wool");
  await expect(page.getByRole("complementary", { name: "App preview" })).toContainText("Wool");
  await page.getByRole("button", { name: "Create group" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Spring line");

  await page.getByRole("button", { name: "Add items" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("searchbox", { name: "Identifier, title or data" }).fill("/one");
  await dialog.getByRole("button", { name: `Add ${one}` }).click();
  await expect(dialog.getByText("Added", { exact: true })).toBeVisible();
  await expect(page.locator("dd a[href*='/items?group=']")).toHaveText("1");
  await expectAccessible(page);
  await dialog.getByRole("tab", { name: "Paste list" }).click();
  await dialog
    .getByRole("textbox", { name: "Identifiers" })
    .fill(`${one}\n${two}\t4\n\n${two}\n${mark}-none`);
  await expect(dialog.getByText("3 identifiers")).toBeVisible();
  let mayGo = () => {};
  const held = new Promise<void>((resolve) => {
    mayGo = resolve;
  });
  await page.route("**/api/trpc/groups.addItem*", async (route) => {
    await held;
    await route.continue();
  });
  await dialog.getByRole("button", { name: "Add all items" }).click();
  await expect(dialog.getByRole("progressbar")).toHaveCount(1);
  await page.keyboard.press("Escape");
  mayGo();
  await expect(dialog.getByText("1 added, 2 failed")).toBeVisible();
  await expect(dialog.getByRole("listitem").filter({ hasText: `${mark}-none` })).toContainText(
    "This item does not exist",
  );
  await expect(dialog.getByRole("listitem").filter({ hasText: one })).toContainText("already in a group");
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  const members = page.getByRole("table", { name: "Items" }).getByRole("row");
  await expect(members).toHaveCount(3);
  await expect(page.getByRole("row", { name: /^Title/ })).toContainText("Spring line");
  await page.getByRole("button", { name: `Remove ${two} from group` }).click();
  await page.getByRole("button", { name: `Remove ${one} from group` }).click();
  await expect(page.getByText("No items in this group yet")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(members).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(members).toHaveCount(3);
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await page
    .getByRole("button", { name: /^Remove .* from group/ })
    .first()
    .focus();
  await page.keyboard.press("Enter");
  await expect(members).toHaveCount(2);
  await expect(members.last()).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(members).toHaveCount(3);

  await page.getByRole("button", { name: "Delete group" }).click();
  await expect(dialog).toContainText("Its items are kept");
  await expectAccessible(page);
  await dialog.getByRole("textbox").fill("DELETE");
  await dialog.getByRole("button", { name: "Delete group" }).click();
  await page.waitForURL("**/groups");
  await page.goto(`/items?group=none&q=${mark}`);
  await expect(page.getByRole("table", { name: "Items" }).getByRole("row")).toHaveCount(4);
});

test("pasted identifiers separated by commas are added one by one", async ({ page, baseURL }) => {
  const { producerId, token } = await newProducer("Groups and commas");
  const [one, two] = [`${randomUUID()} one`, `${randomUUID()}/two`];
  for (const identifier of [one, two]) await newItem(baseURL, token, identifier);
  const made = await page.request.post("/api/v2/groups", {
    headers: { "an-api-token": token },
    data: { title: "Pasted" },
  });
  const { id }: { id: string } = await made.json();
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto(`/groups/${id}`);
  await page.getByRole("button", { name: "Add items" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("tab", { name: "Paste list" }).click();
  await dialog.getByRole("textbox", { name: "Identifiers" }).fill(`${one}, ${two}`);
  await expect(dialog.getByText("2 identifiers")).toBeVisible();
  await dialog.getByRole("button", { name: "Add all items" }).click();
  await expect(dialog.getByText("2 added")).toBeVisible();
  await page.keyboard.press("Escape");
  const members = page.getByRole("table", { name: "Items" });
  for (const identifier of [one, two])
    await expect(members.getByRole("link", { name: identifier })).toBeVisible();
});

test("a change of a group reaches the scanners' view, and its pages fit a narrow dark phone", async ({
  page,
  baseURL,
}) => {
  const { producerId, token } = await newProducer("Groups edit");
  const headers = { "content-type": "application/json", "an-api-token": token };
  const made = await fetch(`${baseURL}/api/v2/groups`, {
    method: "POST",
    body: JSON.stringify({ title: "Before", data: { line: "x" } }),
    headers,
  });
  const { id } = await made.json();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 320, height: 800 });
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto(`/groups/${id}/edit`);
  await page.getByRole("textbox", { name: "Title" }).fill("After");
  await page.getByText("JSON", { exact: true }).first().click();
  await page.getByRole("textbox", { name: "JSON" }).fill('{ "line": "y", "n": [1] }');
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("After");
  await expectAccessible(page);
  const { data } = await (await fetch(`${baseURL}/api/v2/groups/${id}`, { headers })).json();
  expect(data).toMatchObject({ title: "After", data: { line: "y", n: [1] } });
  await page.goto("/groups");
  await page.getByRole("link", { name: "After" }).waitFor();
  await expectAccessible(page);
});

test("a viewer sees groups and can change none", async ({ page, baseURL }) => {
  const { producerId, token } = await newProducer("Groups viewer");
  await fetch(`${baseURL}/api/v2/groups`, {
    method: "POST",
    body: JSON.stringify({ title: "To look at" }),
    headers: { "content-type": "application/json", "an-api-token": token },
  });
  await signIn(page, await newUser(producerId, "viewer"));
  await page.goto("/groups");
  await expect(page.getByRole("link", { name: "Create group" })).toHaveCount(0);
  await page.getByRole("link", { name: "To look at" }).click();
  await expect(page.getByText("No items in this group yet")).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete group" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add items" })).toHaveCount(0);
});
