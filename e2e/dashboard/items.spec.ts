import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { newProducer } from "../credentials";
import { settled } from "./every-page/look";
import { tabTo } from "./hands";
import { pageOf } from "./page-of";
import { expectAccessible, newUser, PASSWORD, signIn } from "./people";
import { watchPage } from "./watch";

const call = async (baseURL: string | undefined, token: string, path: string, body?: object) => {
  const answer = await fetch(`${baseURL}/api/v2${path}`, {
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    headers: { "content-type": "application/json", "an-api-token": token },
  });
  expect(answer.status).toBe(200);
  const text = await answer.text();
  return text === "" ? undefined : JSON.parse(text);
};

test("an item is created, grouped and invalidated by keyboard alone", async ({ page, baseURL }) => {
  const { producerId, token } = await newProducer("Items by keyboard");
  await call(baseURL, token, "/groups", { title: "Keyboard line" });
  const identifier = `A/ä %2F?#&+ ${randomUUID()}`;
  const check = watchPage(page, baseURL);
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto("/items");
  await expect(page.getByText("No items yet")).toBeVisible();
  await settled(page);
  await page.keyboard.press("c");
  await page.waitForURL("**/items/new");
  await tabTo(page, "textbox", /^Identifier/);
  await page.keyboard.type(identifier);
  await tabTo(page, "textbox", "Title");
  await page.keyboard.type("Typed title");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Typed title");
  await expect(page).toHaveURL(pageOf(`/items/${encodeURIComponent(identifier)}`));

  await tabTo(page, "button", "Add to group");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await tabTo(page, "combobox", "Group");
  await page.keyboard.type("keyb");
  await page.getByRole("option", { name: "Keyboard line" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await tabTo(page, "button", "Add item");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row", { name: /Title/ })).toContainText("Keyboard line");

  await tabTo(page, "button", "Invalidate item");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("textbox")).toBeFocused();
  await page.keyboard.type("INVALIDATE");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByText("it can still be scanned", { exact: false })).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete item" })).toBeDisabled();
  await expect(page.getByRole("link", { name: "Edit item", exact: true })).toHaveCount(0);
  const { data } = await call(baseURL, token, `/items/${encodeURIComponent(identifier)}`);
  expect(data).toMatchObject({ title: "Keyboard line", invalidated: true });
  check();
});

test("filters survive a reload, `x` selects rows, and the choice of columns is kept", async ({
  page,
  baseURL,
}) => {
  const { producerId, token } = await newProducer("Items list");
  const mark = randomUUID().slice(0, 8);
  for (const name of ["one", "two", "three"])
    await call(baseURL, token, "/items", { identifier: `${mark}-${name}` });
  await call(baseURL, token, `/items/${mark}-two/invalidate`, {});
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto("/items");
  const rows = page.getByRole("table", { name: "Items" }).getByRole("row");
  await expect(rows).toHaveCount(4);
  await settled(page);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByText("1 selected")).toBeVisible();
  await page.getByRole("button", { name: "Clear selection" }).click();

  await page.getByRole("combobox", { name: "Status" }).selectOption("invalidated");
  await page.getByRole("searchbox", { name: "Identifier, title or data" }).fill("tw");
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/q=tw/);
  await page.reload();
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText(`${mark}-two`);
  await page.getByRole("searchbox", { name: "Identifier, title or data" }).fill("nothing like it");
  await expect(page.getByText("No matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await expect(rows).toHaveCount(4);

  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Status" }).uncheck();
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(rows).toHaveCount(4);
  await expect(page.getByRole("columnheader", { name: "Status" })).toHaveCount(0);
});

test("infos are sorted by keyboard, translated, and stored as scanners read them", async ({
  page,
  baseURL,
}) => {
  const { producerId, token } = await newProducer("Items editor");
  const identifier = randomUUID();
  await call(baseURL, token, "/items", {
    identifier,
    data: { batch: 7 },
    verificationinfos: [
      { label: "First", value: "1", pos: 1 },
      { label: "Second", value: ["2", "zwei"], pos: 2, visible: "verified" },
    ],
  });
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto(`/items/${identifier}/edit`);
  await page.getByRole("button", { name: "Move Second", exact: true }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("Second moved to position 2 of 2.")).toBeAttached();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText("Second moved to position 1 of 2.")).toBeAttached();
  await page.keyboard.press("Space");
  await expect(page.getByRole("textbox", { name: "Label", exact: true }).first()).toHaveValue("Second");

  await page.getByRole("button", { name: "Add language" }).click();
  await page.getByRole("combobox", { name: "Add language" }).fill("German");
  await page.getByRole("option", { name: "German (de)" }).click();
  await page.getByRole("textbox", { name: "Label", exact: true }).first().fill("Zweites");
  await expect(page.getByRole("complementary", { name: "App preview" })).toContainText("Zweites");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.waitForURL(`**/items/${identifier}`);
  await expect(page.locator("dt").filter({ hasText: /^Translation/ })).toBeVisible();

  const { data } = await call(baseURL, token, `/items/${identifier}`);
  expect(data.verificationinfos).toEqual([
    { key: "second", label: "Second", value: ["2", "zwei"], pos: 0, visible: "verified" },
    { label: "First", value: "1", pos: 1 },
  ]);
  expect(data.data).toEqual({
    batch: 7,
    i18n: { de: { verificationinfos: { second: { label: "Zweites" } } } },
  });
});

test("an item shows the merged view in every language, places that link to their scans, and a readable history", async ({
  page,
  baseURL,
}) => {
  const { producerId, token } = await newProducer("Items compared");
  const identifier = `compared/${randomUUID()}`;
  await call(baseURL, token, "/items", {
    identifier,
    title: "Own title",
    data: { batch: 7, i18n: { fr: { title: "Titre" } } },
    verificationinfos: [{ label: "Seal", value: "red", visible: "always", pos: 3 }],
  });
  const { id: group } = await call(baseURL, token, "/groups", {
    title: "Summer line",
    data: { i18n: { de: { title: "Sommerlinie" } } },
  });
  await call(baseURL, token, `/groups/${group}/items/${encodeURIComponent(identifier)}`, {});
  for (const location of [
    { latitude: 52.5, longitude: 13.4 },
    { latitude: 48.1, longitude: 11.6 },
    undefined,
  ])
    await call(baseURL, token, "/scans", { identifier, copyclassification: "original", location });
  await signIn(page, await newUser(producerId, "viewer"));
  await page.goto(`/items/${encodeURIComponent(identifier)}`);

  const seen = page.getByRole("table", { name: "Merged view" });
  await expect(seen.getByRole("columnheader")).toHaveText(["Field", "Shown to scanners", "Item", "Group"]);
  const cells = (name: string) =>
    seen
      .getByRole("row")
      .filter({ has: page.getByRole("rowheader", { name, exact: true }) })
      .getByRole("cell");
  await expect(cells("Title")).toHaveText([
    "Summer line",
    /^ItemOwn title\(not shown\)$/,
    /^GroupSummer line\s*shown$/,
  ]);
  await expect(cells("Title (German)")).toHaveText(["Sommerlinie", "Item–", /^GroupSommerlinie\s*shown$/]);
  await expect(cells("Title (French)")).toHaveText([
    "Summer line",
    /^ItemTitre\(not shown\)$/,
    /^GroupSummer line\s*shown$/,
  ]);
  await expect(cells("batch").first()).toHaveText("7");

  const history = page.getByRole("region", { name: "History", exact: true });
  await expect(history.getByRole("link", { name: "Summer line" })).toHaveAttribute(
    "href",
    pageOf(`/groups/${group}`),
  );
  const made = history.getByRole("listitem").filter({ hasText: "Created" });
  await expect(made).toContainText("Own title");
  await expect(made).toContainText("Seal: red (Always shown, position 3)");

  await expect(page.getByRole("link", { name: /^Map: latest scan/ })).toHaveCount(1);
  await expect(page.getByRole("listitem").filter({ hasText: /^unknown\s*1$/i })).toBeVisible();
  await page.getByRole("link", { name: /^Germany\s*2$/ }).click();
  await page.waitForURL(/country=DE/);
  await expect(page.getByRole("table", { name: "Scans" }).getByRole("row")).toHaveCount(3);
});

test("an invalidated item warns that its group changed later, and shows the group as it is now", async ({
  page,
  baseURL,
}) => {
  const { producerId, token } = await newProducer("Items and a later group");
  const identifier = randomUUID();
  await call(baseURL, token, "/items", { identifier });
  const { id: group } = await call(baseURL, token, "/groups", { title: "Winter line" });
  await call(baseURL, token, `/groups/${group}/items/${identifier}`, {});
  await call(baseURL, token, `/items/${identifier}/invalidate`, {});
  await signIn(page, await newUser(producerId, "viewer"));
  await page.goto(`/items/${identifier}`);
  const seen = page.getByRole("table", { name: "Merged view" });
  const change = page.getByText("The group changed on");
  await expect(seen).toContainText("Winter line");
  await expect(change).toHaveCount(0);

  await call(baseURL, token, `/groups/${group}`, { title: "Spring line" });
  await page.reload();
  await expect(change).toContainText("after the item was invalidated");
  await expect(change).toContainText("shown with the current group");
  await expect(seen).toContainText("Spring line");
  await expect(seen).not.toContainText("Winter line");
  await expectAccessible(page);
  await page.getByRole("link", { name: "View changes" }).click();
  await expect(page.getByRole("deletion")).toHaveText("Winter line");
});

test("an empty verification info is refused at its field, and nothing is saved", async ({
  page,
  baseURL,
}) => {
  const { producerId, token } = await newProducer("Items with empty infos");
  const identifier = randomUUID();
  await call(baseURL, token, "/items", { identifier, verificationinfos: [{ label: "Seal", value: "red" }] });
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto(`/items/${identifier}/edit`);
  await page.getByRole("textbox", { name: "Title" }).fill("Not to be saved");
  await page.getByRole("button", { name: "Add entry" }).click();
  const labels = page.getByRole("textbox", { name: "Label", exact: true });
  await expect(labels).toHaveCount(2);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(labels.last()).toBeFocused();
  await expect(labels.last()).toHaveAttribute("aria-invalid", "true");
  await expect(labels.last()).toHaveAccessibleDescription(
    "Enter a label, a value or a key, or remove this entry.",
  );
  await expect(labels.first()).not.toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  expect((await call(baseURL, token, `/items/${identifier}`)).data).not.toHaveProperty("title");

  await labels.last().fill("Serial number");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.waitForURL(`**/items/${identifier}`);
  expect((await call(baseURL, token, `/items/${identifier}`)).data).toMatchObject({
    title: "Not to be saved",
    verificationinfos: [{ label: "Seal" }, { label: "Serial number" }],
  });
});

test("the editor explains who sees an info at each visibility, and that verified infos are not secret", async ({
  page,
}) => {
  const { producerId } = await newProducer("Items visibility");
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto("/items/new");
  await page.getByRole("button", { name: "Add entry" }).click();
  const visible = page.getByRole("combobox", { name: "Visibility", exact: true });
  await expect(visible).toHaveAccessibleDescription("Shown in every app and on the verify page.");
  await visible.selectOption("After verification");
  await expect(visible).toHaveAccessibleDescription(
    "Shown in apps after verification, but not confidential.",
  );
  await visible.selectOption("Members only");
  await expect(visible).toHaveAccessibleDescription("Only members and webhooks receive this entry.");
});

test("a taken or invalid identifier is reported at its field", async ({ page, baseURL }) => {
  const { producerId, token } = await newProducer("Items faults");
  const identifier = randomUUID();
  await call(baseURL, token, "/items", { identifier });
  await signIn(page, await newUser(producerId, "editor"));
  await page.goto("/items/new");
  const field = page.getByRole("textbox", { name: /^Identifier/ });
  await field.fill("..");
  await page.getByRole("button", { name: "Create item" }).click();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await field.fill(identifier);
  await page.getByRole("button", { name: "Create item" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "This identifier is already in use" }),
  ).toBeVisible();
});

test("no link, key or Back discards input without a question, and the end of a session costs no input", async ({
  page,
  context,
}) => {
  const { producerId } = await newProducer("Items half typed");
  const editor = await newUser(producerId, "editor");
  const identifier = `found/${randomUUID()}`;
  await signIn(page, editor);
  await page.goto("/items");
  await page.getByRole("heading", { level: 1, name: "Items" }).waitFor();
  await page.goto(`/items/new?identifier=${encodeURIComponent(identifier)}`);
  const field = page.getByRole("textbox", { name: /^Identifier/ });
  await expect(field).toHaveValue(identifier);
  const title = page.getByRole("textbox", { name: "Title" });
  await title.fill("Half");
  await title.press("End");
  await page.keyboard.type(" a title");

  const question = page.getByRole("dialog", { name: "Discard unsaved changes?" });
  const staysAfter = async (leave: () => Promise<unknown>) => {
    await leave();
    await expect(question).toBeVisible();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(question).toBeHidden();
    await expect(title).toHaveValue("Half a title");
  };
  await staysAfter(() => page.getByRole("navigation").getByRole("link", { name: "Groups" }).click());
  await staysAfter(async () => {
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("g");
    await page.keyboard.press("s");
  });
  await staysAfter(async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Search everything" }).getByRole("combobox").fill("Groups");
    await page.getByRole("option", { name: "Go to Groups" }).click();
  });
  await page.getByRole("button", { name: "Add entry" }).click();
  await page.getByRole("textbox", { name: "Label", exact: true }).fill("Seal");

  await context.clearCookies();
  await page.getByRole("button", { name: "Create item" }).click();
  await page.waitForURL("**/login?next=*");
  await page.getByLabel("E-mail").fill(editor.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: "Restore changes" }).click();
  await expect(title).toHaveValue("Half a title");
  await expect(field).toHaveValue(identifier);
  await expect(page.getByRole("textbox", { name: "Label", exact: true })).toHaveValue("Seal");

  await page.getByRole("link", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await page.waitForURL("**/items");
  await page.getByRole("link", { name: "Create item" }).first().click();
  await title.fill("Another");
  await page.evaluate(() => window.history.back());
  await question.getByRole("button", { name: "Discard changes" }).click();
  await page.waitForURL("**/items");
  await page.goto(`/items/new?identifier=${encodeURIComponent(identifier)}`);
  await expect(field).toHaveValue(identifier);
  await expect(page.getByText("You have unsaved changes")).toHaveCount(0);
});

test("a viewer sees all of an item and can change nothing", async ({ page, baseURL }) => {
  const { producerId, token } = await newProducer("Items viewer");
  await call(baseURL, token, "/items", { identifier: randomUUID(), title: "Only to look at" });
  await signIn(page, await newUser(producerId, "viewer"));
  await page.goto("/items");
  await expect(page.getByRole("link", { name: "Create item" })).toHaveCount(0);
  await page.getByRole("table", { name: "Items" }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "History", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit item", exact: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Invalidate item" })).toHaveCount(0);
  await page.goto("/items/new");
  await expect(page.getByText("You have read-only access")).toBeVisible();
});
