import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { addMember } from "@/server/domain/members/add";
import { newProducer } from "../credentials";
import { inside } from "../inside";
import { producerOf } from "./page-of";
import { expectAccessible, newUser, signIn } from "./people";

// Holds decision 0044.

/** Response of a procedure to the page's person. */
const callAs = (page: Page, path: string, input: object) =>
  page.evaluate(
    async ([path, body, producer]) => {
      const headers = { "content-type": "application/json", "x-assay-producer": producer };
      return (await fetch(`/api/trpc/${path}`, { method: "POST", headers, body })).text();
    },
    [path, JSON.stringify(input), producerOf(page)] as const,
  );

test("after a switch of the producer no data and no feed of the previous one remains", async ({
  page,
  browser,
  baseURL,
}) => {
  const [alpine, baltic] = [await newProducer("Alpine Watches"), await newProducer("Baltic Bags")];
  const scan = async ({ token }: { token: string }, identifier: string) => {
    for (const [path, data] of [
      ["/items", { identifier }],
      ["/scans", { identifier, copyclassification: "original" }],
    ] as const) {
      const headers = { "an-api-token": token };
      await page.request.post(`/api/v2${path}`, { headers, data });
    }
  };
  const user = await newUser(alpine.producerId, "viewer");
  const inviting = await browser.newPage({ ...(baseURL ? { baseURL } : {}) });
  await signIn(inviting, await newUser(baltic.producerId, "owner"));
  await inviting.goto("/overview");
  const invited = await callAs(inviting, "members.invite", { email: user.email, role: "viewer" });
  const secret = /\/invite\/([\w-]+)/.exec(invited)?.[1];
  await inviting.close();

  const [watch, bag] = [`watch-${Date.now()}`, `bag-${Date.now()}`];
  await scan(alpine, watch);
  await scan(baltic, bag);
  await signIn(page, user);
  await page.goto("/overview");
  await callAs(page, "members.acceptSignedIn", { secret });

  await page.goto("/scans");
  const rows = page.getByRole("table", { name: "Scans" }).getByRole("row");
  await expect(rows.filter({ hasText: watch })).toHaveCount(1);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Switch producer:/ }).click();
  await page.getByRole("menuitem", { name: /Baltic Bags/ }).click();
  await expect(rows.filter({ hasText: bag })).toHaveCount(1);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();

  await scan(alpine, `${watch}-2`);
  await scan(baltic, `${bag}-2`);
  await expect(rows.filter({ hasText: `${bag}-2` })).toHaveCount(1);
  await expect(rows.filter({ hasText: watch })).toHaveCount(0);

  await page.goto("/items?q=-");
  const items = page.getByRole("table", { name: "Items" }).getByRole("row");
  await expect(items.filter({ hasText: bag })).toHaveCount(2);
  await page.getByRole("button", { name: /^Switch producer:/ }).click();
  await page.getByRole("menuitem", { name: /Alpine Watches/ }).click();
  await expect(items.filter({ hasText: watch })).toHaveCount(2);
  await expect(items.filter({ hasText: bag })).toHaveCount(0);
});

/** Two producers with an item each, and a person who is a member of both. */
async function memberOfTwo(page: Page) {
  const [alpine, baltic] = [await newProducer("Alpine Watches"), await newProducer("Baltic Bags")];
  const add = async ({ token }: { token: string }, identifier: string) => {
    const answer = await page.request.post("/api/v2/items", {
      headers: { "an-api-token": token },
      data: { identifier, title: identifier },
    });
    expect(answer.status()).toBe(200);
    return identifier;
  };
  const watch = await add(alpine, `watch ${randomUUID()}/1`);
  const bag = await add(baltic, `bag ${randomUUID()}/1`);
  const user = await newUser(alpine.producerId, "editor");
  await addMember(await inside(), {
    producerId: baltic.producerId,
    personId: user.personId,
    role: "editor",
  });
  return { alpine, baltic, watch, bag, user };
}

const shownIn = (page: Page) => page.getByRole("button", { name: /^Switch producer:/ });
const itemAt = (identifier: string) => `/items/${encodeURIComponent(identifier)}`;

test("each window keeps the producer of its address, whatever another window shows", async ({ page }) => {
  const { alpine, baltic, watch, bag, user } = await memberOfTwo(page);
  await signIn(page, user);
  await page.goto(`/p/${alpine.producerId}/items`);
  await expect(page.getByRole("link", { name: watch })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(`/p/${baltic.producerId}/items`);
  await expect(other.getByRole("link", { name: bag })).toBeVisible();

  // The first window continues by links, keys, the palette and a reload.
  await page.getByRole("link", { name: watch }).click();
  await expect(page).toHaveURL(`/p/${alpine.producerId}${itemAt(watch)}`);
  await page.getByRole("link", { name: "Edit item", exact: true }).first().click();
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Changed here");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page).toHaveURL(`/p/${alpine.producerId}${itemAt(watch)}`);
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await expect(page).toHaveURL(`/p/${alpine.producerId}/scans`);
  await page.goto(`/p/${alpine.producerId}/items?q=Changed`);
  await page.reload();
  await expect(page.getByRole("link", { name: watch })).toBeVisible();
  await expect(shownIn(page)).toHaveText("Alpine Watches");
  await expect(shownIn(other)).toHaveText("Baltic Bags");

  // A new page without a producer in its address uses the one shown last.
  await other.reload();
  const shownLast = async () =>
    (await other.context().cookies()).find(({ name }) => name === "assay-producer")?.value;
  await expect.poll(shownLast).toBe(baltic.producerId);
  await other.goto("/");
  await expect(other).toHaveURL(`/p/${baltic.producerId}/overview`);
});

test("the switcher keeps the kind of page and leaves the object", async ({ page }) => {
  const { alpine, baltic, watch, user } = await memberOfTwo(page);
  await signIn(page, user);
  for (const [at, leadsTo] of [
    [`${itemAt(watch)}/edit`, "/items"],
    ["/alerts/rules/new", "/alerts/rules"],
    ["/settings/privacy", "/settings/privacy"],
  ]) {
    await page.goto(`/p/${alpine.producerId}${at}`);
    await shownIn(page).click();
    await page.getByRole("menuitem", { name: /Baltic Bags/ }).click();
    await expect(page).toHaveURL(`/p/${baltic.producerId}${leadsTo}`);
    await expect(shownIn(page)).toHaveText("Baltic Bags");
  }
});

test("a link to an object of the person's other producer offers to open it there", async ({ page }) => {
  const { alpine, baltic, bag, user } = await memberOfTwo(page);
  await signIn(page, user);
  // Address without a producer, as in old links: the first producer is shown.
  await page.goto(itemAt(bag));
  await expect(page).toHaveURL(`/p/${alpine.producerId}${itemAt(bag)}`);
  await expect(page.getByText("This item belongs to Baltic Bags")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Open in Baltic Bags" }).click();
  await expect(page).toHaveURL(`/p/${baltic.producerId}${itemAt(bag)}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(bag);
});

test("a non-member gets the same response for an existing producer as for a missing one", async ({
  page,
}) => {
  const { alpine, watch } = await memberOfTwo(page);
  const stranger = await newUser((await newProducer("Coastal Coats")).producerId, "owner");
  await signIn(page, stranger);
  const answerFor = async (producerId: string) => {
    const answer = await page.goto(`/p/${producerId}${itemAt(watch)}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeAttached();
    return page.getByRole("main").textContent();
  };
  const answers = [];
  for (const id of [alpine.producerId, randomUUID(), "none"]) answers.push(await answerFor(id));
  expect(new Set(answers).size).toBe(1);
  // A link without a producer shows their own producer, which does not have the object either.
  await page.goto(itemAt(watch));
  await expect(page.getByText("belongs to")).toHaveCount(0);
  await expect(page.getByText("Item not found")).toBeVisible();
});
