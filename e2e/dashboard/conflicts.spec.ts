import { randomUUID } from "node:crypto";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { z } from "zod";
import { newProducer } from "../credentials";
import { ALERT_RECEIVER_PORT, RECEIVER_PORT } from "../where";
import { comeBack } from "./other-tab";
import { pageOf } from "./page-of";
import { darken, expectAccessible, newAdmin, newUser, signIn, type User } from "./people";

const Made = z.looseObject({ id: z.string() });

/** Call the API with the producer's token. */
async function call(baseURL: string | undefined, token: string, path: string, body?: object) {
  const answer = await fetch(`${baseURL}/api/v2${path}`, {
    method: body ? "POST" : "GET",
    headers: { "content-type": "application/json", "an-api-token": token },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(answer.status).toBe(200);
  return Made.parse(await answer.json());
}

/** Two people on one page, each in their own browser. */
async function two(
  { page, browser, baseURL }: { page: Page; browser: Browser; baseURL: string | undefined },
  [ada, ben]: [User, User],
  path: string,
): Promise<[Page, Page]> {
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const other = await context.newPage();
  await signIn(page, ada);
  await signIn(other, ben);
  await page.goto(path);
  await other.goto(path);
  return [page, other];
}

const conflictOn = (page: Page) => page.getByRole("dialog", { name: "Conflicting changes" });

test("two people edit one item: the second save shows both values and loses nothing", async ({
  page,
  browser,
  baseURL,
}) => {
  const { producerId, token } = await newProducer("Two editors");
  const identifier = randomUUID();
  await call(baseURL, token, "/items", { identifier, title: "Chair", data: { colour: "blue" } });
  const people: [User, User] = [
    await newUser(producerId, "editor", "Ada Keller"),
    await newUser(producerId, "editor", "Ben Moreau"),
  ];
  const [ada, ben] = await two({ page, browser, baseURL }, people, `/items/${identifier}/edit`);
  const title = (of: Page) => of.getByRole("textbox", { name: "Title", exact: true });
  await title(ada).fill("Chair of oak");
  await title(ben).fill("Chair of beech");
  await ben.getByRole("textbox", { name: "Value" }).first().fill("green");
  await ben.getByRole("button", { name: "Save changes" }).click();
  await expect(ben).toHaveURL(pageOf(`/items/${identifier}`));

  await ada.getByRole("button", { name: "Save changes" }).click();
  const dialog = conflictOn(ada);
  await expect(dialog).toContainText("Ben Moreau saved different values");
  const field = (name: string) => dialog.getByRole("radiogroup", { name });
  await expect(field("Title")).toContainText("Chair of oak");
  await expect(field("Title")).toContainText("Chair of beech");
  await expect(field("Title").getByRole("radio", { name: "Keep mine" })).toBeChecked();
  // She did not edit this field, so the newer value is preselected.
  await expect(field("colour").getByRole("radio", { name: "Take theirs" })).toBeChecked();
  await expectAccessible(ada);
  await ada.setViewportSize({ width: 320, height: 800 });
  await darken(ada);
  await expectAccessible(ada);
  await ada.setViewportSize({ width: 1280, height: 800 });

  // Back in the form all input is unchanged, and the next save asks again.
  await dialog.getByRole("button", { name: "Continue editing" }).click();
  await expect(title(ada)).toHaveValue("Chair of oak");
  await ada.getByRole("button", { name: "Save changes" }).click();
  await dialog.getByRole("button", { name: "Save selection" }).click();
  await expect(ada).toHaveURL(pageOf(`/items/${identifier}`));
  const saved = await call(baseURL, token, `/items/${identifier}`);
  expect(saved).toMatchObject({ data: { title: "Chair of oak", data: { colour: "green" } } });
});

test("two tabs edit one group: the values saved in the other tab can be taken", async ({ page, baseURL }) => {
  const { producerId, token } = await newProducer("Two tabs");
  const { id } = await call(baseURL, token, "/groups", { title: "Chairs" });
  await signIn(page, await newUser(producerId, "editor", "Ada Keller"));
  const other = await page.context().newPage();
  for (const tab of [page, other]) await tab.goto(`/groups/${id}/edit`);
  const title = (of: Page) => of.getByRole("textbox", { name: "Title", exact: true });
  await title(page).fill("Mine");
  await title(other).fill("Theirs");
  await other.getByRole("button", { name: "Save changes" }).click();
  await expect(other).toHaveURL(pageOf(`/groups/${id}`));
  await page.getByRole("button", { name: "Save changes" }).click();
  await conflictOn(page).getByRole("radio", { name: "Take theirs" }).check();
  await conflictOn(page).getByRole("button", { name: "Save selection" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Theirs");
});

test("two people edit one alert rule", async ({ page, browser, baseURL }) => {
  const { producerId } = await newProducer("Two watchers");
  const people: [User, User] = [
    await newUser(producerId, "editor", "Ada Keller"),
    await newUser(producerId, "editor", "Ben Moreau"),
  ];
  const [ada, ben] = await two({ page, browser, baseURL }, people, "/alerts/rules/new");
  const name = (of: Page) => of.getByLabel("Name");
  await name(ada).fill("Watch");
  await ada.getByRole("button", { name: "Save rule" }).click();
  await ada.getByRole("link", { name: "Watch" }).click();
  await expect(name(ada)).toHaveValue("Watch");
  await ben.goto(ada.url());
  await name(ben).fill("Watch of Ben");
  await ben.getByRole("button", { name: "Save rule" }).click();
  await expect(ben).toHaveURL(pageOf("/alerts/rules"));
  await name(ada).fill("Watch of Ada");
  await ada.getByRole("button", { name: "Save rule" }).click();
  await expect(conflictOn(ada)).toContainText("Watch of Ben");
  await expectAccessible(ada);
  await conflictOn(ada).getByRole("button", { name: "Save selection" }).click();
  await expect(ada.getByRole("link", { name: "Watch of Ada" })).toBeVisible();
});

test("two people edit one alert channel: what one types outlasts the save of the other, which then is shown", async ({
  page,
  browser,
  baseURL,
}) => {
  const { producerId } = await newProducer("Two channels");
  const people: [User, User] = [
    await newUser(producerId, "editor", "Ada Keller"),
    await newUser(producerId, "editor", "Ben Moreau"),
  ];
  const [ada, ben] = await two({ page, browser, baseURL }, people, "/alerts/channels/new");
  const name = (of: Page) => of.getByLabel("Name");
  const save = (of: Page) => of.getByRole("button", { name: "Save channel" }).click();
  await name(ada).fill("Chat");
  await ada.getByLabel("Webhook URL").fill(`http://127.0.0.1:${ALERT_RECEIVER_PORT}/chat`);
  await save(ada);
  await expect(ada.getByRole("heading", { level: 1 })).toHaveText("Chat");
  await ben.goto(ada.url());
  await name(ben).fill("Chat of Ben");
  await save(ben);
  await expect(ben.getByText("Channel saved.")).toBeVisible();
  await name(ada).fill("Chat of Ada");
  await comeBack(ada);
  await expect(ada.getByRole("heading", { level: 1 })).toHaveText("Chat of Ben");
  await expect(name(ada)).toHaveValue("Chat of Ada");
  await save(ada);
  await expect(conflictOn(ada)).toContainText("Chat of Ben");
  await conflictOn(ada).getByRole("button", { name: "Save selection" }).click();
  await expect(ada.getByRole("heading", { level: 1 })).toHaveText("Chat of Ada");
  await name(ada).fill("Chat of both");
  await save(ada);
  await expect(ada.getByRole("heading", { level: 1 })).toHaveText("Chat of both");
});

test("two owners rename one producer and change its retention", async ({ page, browser, baseURL }) => {
  const { producerId } = await newProducer("Two owners");
  const people: [User, User] = [
    await newUser(producerId, "owner", "Ada Keller"),
    await newUser(producerId, "owner", "Ben Moreau"),
  ];
  const [ada, ben] = await two({ page, browser, baseURL }, people, "/settings");
  const rename = async (of: Page, name: string) => {
    await of.getByRole("textbox", { name: "Name", exact: true }).fill(name);
    await of.getByRole("button", { name: "Save" }).first().click();
  };
  await rename(ben, "Renamed by Ben");
  await expect(ben.getByText("Name saved.")).toBeVisible();
  await rename(ada, "Renamed by Ada");
  await expect(conflictOn(ada)).toContainText("Renamed by Ben");
  await conflictOn(ada).getByRole("button", { name: "Save selection" }).click();
  await expect(conflictOn(ada)).toHaveCount(0);
  await ben.reload();
  await expect(ben.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Renamed by Ada");

  const keep = async (of: Page, days: string) => {
    await of.getByRole("combobox", { name: /^Device and software data/ }).click();
    await of.getByRole("option", { name: days }).click();
    await of.getByRole("button", { name: "Save" }).first().click();
  };
  for (const tab of [ada, ben]) await tab.goto("/settings/privacy");
  await keep(ben, "Indefinitely");
  await keep(ada, "730 days");
  await expect(conflictOn(ada)).toContainText("Indefinitely");
  await conflictOn(ada).getByRole("radio", { name: "Take theirs" }).check();
  await conflictOn(ada).getByRole("button", { name: "Save selection" }).click();
  await expect(ada.getByRole("combobox", { name: /^Device and software data/ })).toHaveValue("Indefinitely");
});

test("two people edit one webhook: URLs need a choice, and a change by one person only is kept", async ({
  page,
  browser,
  baseURL,
}) => {
  const { producerId, ownerKey } = await newProducer("Two integrators");
  const urlOf = (name: string) => `http://127.0.0.1:${RECEIVER_PORT}/${name}`;
  const made = await page.request.post("/api/v2/producers/hooks", {
    headers: { "an-api-key-owner": ownerKey },
    data: { events: "itemScanned", url: urlOf("first") },
  });
  const { id } = Made.parse(await made.json());
  const people: [User, User] = [
    await newUser(producerId, "editor", "Ada Keller"),
    await newUser(producerId, "editor", "Ben Moreau"),
  ];
  const [ada, ben] = await two({ page, browser, baseURL }, people, `/webhooks/${id}`);
  const form = (of: Page) => of.getByRole("dialog", { name: "Edit webhook" });
  const save = (of: Page) => form(of).getByRole("button", { name: "Save webhook" }).click();
  for (const of of [ada, ben]) await of.getByRole("button", { name: "Edit webhook" }).click();
  await form(ada).getByLabel("Endpoint URL").fill(urlOf("of-ada"));
  await form(ben).getByLabel("Endpoint URL").fill(urlOf("of-ben"));
  await form(ben).getByLabel("itemInvalidated", { exact: true }).check();
  await save(ben);
  await expect(form(ben)).toHaveCount(0);

  await save(ada);
  const dialog = conflictOn(ada);
  await expect(dialog).toContainText("Ben Moreau saved different values");
  const field = (name: string) => dialog.getByRole("radiogroup", { name });
  await expect(field("Endpoint URL")).toContainText(urlOf("of-ada"));
  await expect(field("Endpoint URL")).toContainText(urlOf("of-ben"));
  await expect(field("Endpoint URL").getByRole("radio", { name: "Keep mine" })).toBeChecked();
  // She did not edit the events, so the newer ones are preselected.
  await expect(field("Events").getByRole("radio", { name: "Take theirs" })).toBeChecked();
  await expectAccessible(ada);

  // Back in the form all input is unchanged, and the next save asks again.
  await dialog.getByRole("button", { name: "Continue editing" }).click();
  await expect(form(ada).getByLabel("Endpoint URL")).toHaveValue(urlOf("of-ada"));
  await save(ada);
  await dialog.getByRole("button", { name: "Save selection" }).click();
  await expect(form(ada)).toHaveCount(0);
  await ben.reload();
  await expect(ben.getByRole("heading", { level: 1 })).toContainText(urlOf("of-ada"));
  await expect(ben.getByText("itemInvalidated", { exact: false }).first()).toBeVisible();
});

test("two admins edit one phone rule", async ({ page, browser, baseURL }) => {
  const people: [User, User] = [await newAdmin("Ada Admin"), await newAdmin("Ben Admin")];
  const [ada, ben] = await two({ page, browser, baseURL }, people, "/admin/phones");
  const os = `os${Date.now()}`;
  await ada.getByRole("button", { name: "Add operating system" }).click();
  await ada.getByRole("dialog").getByRole("textbox", { name: "Operating system" }).fill(os);
  await ada.getByRole("textbox", { name: "Minimum version" }).fill("4");
  await ada.getByRole("button", { name: "Save" }).click();
  await ben.reload();
  for (const of of [ada, ben]) await of.getByRole("button", { name: os, exact: true }).click();
  const change = async (of: Page, version: string) => {
    await of.getByRole("textbox", { name: "Minimum version" }).fill(version);
    await of.getByRole("button", { name: "Save" }).click();
  };
  await change(ben, "5");
  await expect(ben.getByRole("dialog")).toHaveCount(0);
  await change(ada, "6");
  await expect(conflictOn(ada)).toContainText("Ben Admin saved different values");
  await conflictOn(ada).getByRole("button", { name: "Save selection" }).click();
  await expect(ada.getByRole("row").filter({ hasText: os })).toContainText("6");

  // Phone rules belong to the whole service, and other journeys check that page too.
  await ada.getByRole("button", { name: `Remove ${os}` }).click();
  await ada.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(ada.getByRole("row").filter({ hasText: os })).toHaveCount(0);
});

test("two owners change the access of one token: the second sees both choices and keeps the other's limit", async ({
  page,
  browser,
  baseURL,
}) => {
  const { producerId } = await newProducer("Two owners");
  const people: [User, User] = [
    await newUser(producerId, "owner", "Ada Keller"),
    await newUser(producerId, "owner", "Ben Moreau"),
  ];
  const [ada, ben] = await two({ page, browser, baseURL }, people, "/tokens");
  for (const of of [ada, ben]) await of.getByRole("button", { name: "Access of First token" }).click();
  const form = (of: Page) => of.getByRole("dialog", { name: "Access of First token" });
  await form(ben).getByLabel("Requests per minute").fill("60");
  await form(ben).getByRole("button", { name: "Save access" }).click();
  await expect(form(ben)).toHaveCount(0);
  await form(ada).getByRole("checkbox", { name: "Change by an assistant" }).check();
  await form(ada).getByRole("button", { name: "Save access" }).click();
  const field = (name: string) => conflictOn(ada).getByRole("radiogroup", { name });
  await expect(conflictOn(ada)).toContainText("Ben Moreau saved different values");
  await expect(field("Access").getByRole("radio", { name: "Keep mine" })).toBeChecked();
  await expect(field("Requests per minute").getByRole("radio", { name: "Take theirs" })).toBeChecked();
  await expectAccessible(ada);
  await ada.setViewportSize({ width: 320, height: 800 });
  await darken(ada);
  await expectAccessible(ada);
  await ada.setViewportSize({ width: 1280, height: 800 });
  await conflictOn(ada).getByRole("button", { name: "Save selection" }).click();
  const row = ada.getByRole("table", { name: "Tokens" }).getByRole("row").filter({ hasText: "First token" });
  await expect(row).toContainText("16 scopes · 60 per minute");
});
