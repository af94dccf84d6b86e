import { expect, type Page, test } from "@playwright/test";
import { newProducer } from "../credentials";
import { settled } from "./every-page/look";
import { expectAccessible, newUser, signIn, switchTo } from "./people";
import { watchPage } from "./watch";

async function withItems(baseURL: string | undefined) {
  const { producerId, token } = await newProducer("Views");
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${baseURL}/api/v2${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "an-api-token": token },
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
  };
  for (const title of ["Boot", "Shoe"]) await post("/items", { identifier: `${producerId}-${title}`, title });
  await post(`/items/${producerId}-Boot/invalidate`, {});
  return producerId;
}

const rows = (page: Page) => page.locator("main tbody tr");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const entry = (page: Page, name: string | RegExp) => page.getByRole("menuitem", { name });

test("a view is saved and shared by keyboard, another member uses it, and its owner changes it", async ({
  page,
  baseURL,
}) => {
  const producerId = await withItems(baseURL);
  const [edda, vera] = [
    await newUser(producerId, "editor", "Edda"),
    await newUser(producerId, "viewer", "Vera"),
  ];
  const check = watchPage(page, baseURL);
  await signIn(page, edda);
  await page.goto("/items?state=invalidated&columns=title,updated");
  await expect(rows(page)).toHaveCount(1);
  await button(page, "Views").press("Enter");
  await expect(page.getByText("A view saves the filters", { exact: false })).toBeVisible();
  await expectAccessible(page);
  await entry(page, "Save this view").press("Enter");
  const dialog = page.getByRole("dialog", { name: "Save view" });
  await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("Withdrawn");
  await dialog.getByRole("checkbox", { name: "Share with all members" }).press("Space");
  await expectAccessible(page);
  await dialog.getByRole("textbox", { name: "Name" }).press("Enter");
  await expect(button(page, "View: Withdrawn")).toBeVisible();
  await expect(page).toHaveURL(/[?&]view=[0-9a-f-]{36}/);

  await switchTo(page, vera);
  await page.goto("/items");
  await expect(rows(page)).toHaveCount(2);
  await button(page, "Views").click();
  await expect(entry(page, /^Withdrawn/)).toContainText("by Edda");
  await entry(page, /^Withdrawn/).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole("columnheader").filter({ hasText: /\S/ })).toHaveText([
    "Identifier",
    "Title",
    "Updated",
  ]);
  await page.getByRole("combobox", { name: "Status" }).selectOption("active");
  await expect(button(page, "View: Withdrawn, changed")).toBeVisible();
  await button(page, "View: Withdrawn, changed").click();
  await expect(entry(page, "Save as new view")).toBeVisible();
  for (const name of ["Save changes", "Rename", "Delete view", "Make private"])
    await expect(entry(page, name)).toHaveCount(0);
  await entry(page, "Save as new view").click();
  await expect(page.getByRole("checkbox", { name: "Share with all members" })).toHaveCount(0);
  await page.getByRole("textbox", { name: "Name" }).fill("withdrawn");
  await page.getByRole("dialog").getByRole("button", { name: "Save view" }).click();
  await expect(button(page, "View: withdrawn")).toBeVisible();
  await page.reload();
  await expect(button(page, "View: withdrawn")).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Shoe");

  await switchTo(page, edda);
  await page.goto("/items");
  await button(page, "Views").click();
  await expect(page.getByRole("menuitem", { name: /withdrawn/i })).toHaveCount(1);
  await entry(page, /^Withdrawn/).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("combobox", { name: "Status" }).selectOption("active");
  await button(page, "View: Withdrawn, changed").click();
  await entry(page, "Save changes").click();
  await expect(button(page, "View: Withdrawn")).toBeVisible();
  await button(page, "View: Withdrawn").click();
  await entry(page, "Rename").click();
  await page.getByRole("textbox", { name: "Name" }).fill("In use");
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await expect(button(page, "View: In use")).toBeVisible();
  await button(page, "View: In use").click();
  await expect(entry(page, "In use")).toHaveAttribute("aria-current", "true");
  await entry(page, "Delete view").click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete view" }).click();
  await expect(button(page, "Views")).toBeVisible();
  await expect(page).not.toHaveURL(/view=/);
  await expect(rows(page)).toContainText("Shoe");
  check();
});

test("the palette finds views by name; a view that is gone or another member's is ignored", async ({
  page,
  baseURL,
}) => {
  const producerId = await withItems(baseURL);
  const olga = await newUser(producerId, "owner", "Olga");
  await signIn(page, olga);
  await page.goto("/items?q=shoe");
  await button(page, "Views").click();
  await entry(page, "Save this view").click();
  await page.getByRole("textbox", { name: "Name" }).fill("Summer line");
  await page.keyboard.press("Enter");
  await expect(button(page, "View: Summer line")).toBeVisible();
  const link = page.url();

  await page.goto("/groups");
  await settled(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Search by/ }).fill("mmer li");
  await page.getByRole("option", { name: /^Summer line/ }).click();
  await expect(button(page, "View: Summer line")).toBeVisible();
  await expect(rows(page)).toHaveCount(1);

  await switchTo(page, await newUser(producerId, "owner", "Otto"));
  await page.goto(link);
  await expect(rows(page)).toHaveCount(1);
  await expect(button(page, "Views")).toBeVisible();
  await expect(page.getByText("unknown and was ignored")).toHaveCount(0);
});

test("a view keeps the order of its list", async ({ page, baseURL }) => {
  const producerId = await withItems(baseURL);
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto("/items");
  await expect(rows(page).first()).toContainText("Shoe");
  await page.getByRole("columnheader", { name: "Identifier" }).getByRole("button").click();
  await expect(rows(page).first()).toContainText("Boot");
  await button(page, "Views").click();
  await entry(page, "Save this view").click();
  await page.getByRole("textbox", { name: "Name" }).fill("By name");
  await page.keyboard.press("Enter");
  await expect(button(page, "View: By name")).toBeVisible();
  await page.goto("/items");
  await expect(rows(page).first()).toContainText("Shoe");
  await button(page, "Views").click();
  await entry(page, "By name").click();
  await expect(page).toHaveURL(/sort=identifier/);
  await expect(rows(page).first()).toContainText("Boot");
  await expect(button(page, "View: By name")).toBeVisible();
  await page.getByRole("columnheader", { name: "Identifier" }).getByRole("button").click();
  await expect(rows(page).first()).toContainText("Shoe");
  await expect(button(page, "View: By name, changed")).toBeVisible();
});

test("the palette finds views of deliveries, for each webhook", async ({ page, baseURL }) => {
  const { producerId, ownerKey } = await newProducer("Views of deliveries");
  for (const path of ["one", "two"]) {
    const hook = { url: `https://example.com/${path}`, events: "*" };
    const answer = await fetch(`${baseURL}/api/v2/producers/hooks`, {
      method: "POST",
      headers: { "content-type": "application/json", "an-api-key-owner": ownerKey },
      body: JSON.stringify(hook),
    });
    expect(answer.ok).toBe(true);
  }
  await signIn(page, await newUser(producerId, "viewer"));
  await page.goto("/webhooks");
  await page.getByRole("link", { name: "https://example.com/one" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("https://example.com/one");
  await page.goto(`${page.url()}?state=failed`);
  await button(page, "Views").click();
  await entry(page, "Save this view").click();
  await page.getByRole("textbox", { name: "Name" }).fill("Broken ones");
  await page.keyboard.press("Enter");
  await expect(button(page, "View: Broken ones")).toBeVisible();
  await page.goto("/items");
  await settled(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Search by/ }).fill("broken");
  const options = page.getByRole("option", { name: /^Broken ones/ });
  await expect(options).toHaveCount(2);
  await options.filter({ hasText: "example.com/two" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("example.com/two");
  await expect(button(page, "View: Broken ones")).toBeVisible();
  await expect(page).toHaveURL(/state=failed/);
});

test("a list of another page has views of its own: unregistered codes, beside the reports", async ({
  page,
  baseURL,
}) => {
  const producerId = await withItems(baseURL);
  await signIn(page, await newUser(producerId, "owner", "Olga"));
  await page.goto("/unregistered-codes?q=abc");
  await button(page, "Views").click();
  await entry(page, "Save this view").click();
  await page.getByRole("textbox", { name: "Name" }).fill("Alphabet");
  await page.keyboard.press("Enter");
  await expect(button(page, "View: Alphabet")).toBeVisible();
  await page.getByText("Reports", { exact: true }).click();
  await expect(page).toHaveURL(/view=reports/);
  await expect(button(page, "Views")).toHaveCount(0);
  await page.goto("/items");
  await button(page, "Views").click();
  await expect(entry(page, "Alphabet")).toHaveCount(0);
});

test("the palette opens imports, code batches, prints, codes and labels; viewers find no actions", async ({
  page,
  baseURL,
}) => {
  const producerId = await withItems(baseURL);
  const options = page.getByRole("option");
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto("/items");
  await settled(page);
  for (const [typed, label, title] of [
    ["imports", "Go to Imports", "Imports"],
    ["batches", "Go to Code batches", "Code batches"],
    ["print hist", "Go to Print history", "Print history"],
    ["generate", "Generate codes", "Generate codes"],
    ["print lab", "Print labels", "Print labels"],
    ["jobs", "Go to Jobs", "Jobs"],
  ] as const) {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /^Search by/ }).fill(typed);
    await options.filter({ hasText: label }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  }
  await switchTo(page, await newUser(producerId, "viewer"));
  await page.goto("/items");
  await expect(rows(page)).toHaveCount(2);
  await settled(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Search by/ }).fill("imports");
  await expect(options.filter({ hasText: "Go to Imports" })).toBeVisible();
  await page.getByRole("combobox", { name: /^Search by/ }).fill("generate");
  await expect(options.filter({ hasText: "Generate codes" })).toHaveCount(0);
});

test("a view is changed, shared and made private from its menu, also if the answer outlasts the menu", async ({
  page,
  baseURL,
}) => {
  const producerId = await withItems(baseURL);
  await signIn(page, await newUser(producerId, "editor", "Edda"));
  await page.route("**/api/trpc/views.update**", async (route) => {
    await expect(page.getByRole("menu")).toHaveCount(0);
    await route.continue();
  });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = async () => {
    await entry(page, "Copy link").click();
    await expect(page.getByText("Link copied.").last()).toBeVisible();
    return new URL(await page.evaluate(() => navigator.clipboard.readText())).searchParams;
  };
  await page.goto("/items?state=active");
  await button(page, "Views").click();
  await entry(page, "Save this view").click();
  await page.getByRole("textbox", { name: "Name" }).fill("In use");
  await page.keyboard.press("Enter");
  await button(page, "View: In use").click();
  const ofPrivate = await copied();
  expect([ofPrivate.get("state"), ofPrivate.get("view")]).toEqual(["active", null]);
  expect(ofPrivate.get("columns")).toBe("title,group,state,scans,fakes,created,picture");

  await page.getByRole("combobox", { name: "Status" }).selectOption("invalidated");
  await button(page, "View: In use, changed").click();
  await entry(page, "Save changes").click();
  await expect(page.getByText("Changes of view In use saved.")).toBeVisible();
  await button(page, "View: In use").click();
  await entry(page, "Share with all members").click();
  await expect(page.getByText("All members now see the view In use.")).toBeVisible();
  await button(page, "View: In use").click();
  await expect(page.getByText("Shared views")).toBeVisible();
  expect((await copied()).get("view")).toMatch(/^[0-9a-f-]{36}$/);
  await button(page, "View: In use").click();
  await entry(page, "Make private").click();
  await expect(page.getByText("Only you now see the view In use.")).toBeVisible();
  await button(page, "View: In use").click();
  await expect(page.getByText("My views")).toBeVisible();
  await entry(page, "Show the whole list").click();
  await expect(button(page, "Views")).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
});
