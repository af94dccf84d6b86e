import { randomUUID } from "node:crypto";
import { expect, type Page, type Request, test } from "@playwright/test";
import { z } from "zod";
import { addMember } from "@/server/domain/members/add";
import { AGAIN } from "../again";
import { newProducer } from "../credentials";
import { inside } from "../inside";
import { settled } from "./every-page/look";
import { pageOf } from "./page-of";
import { newUser, signIn } from "./people";

const Made = z.object({ id: z.string() });
const Scanned = z.object({ scan: Made });

/** API client of a producer's own system. */
function sender(baseURL: string | undefined, key: Record<string, string>) {
  return async <T>(schema: z.ZodType<T>, path: string, body: object): Promise<T> => {
    const answer = await fetch(`${baseURL}/api/v2${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...key },
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
    return schema.parse(await answer.json());
  };
}

/** A producer with one object of each kind, whose names start with the same fragment. */
async function oneOfEach(baseURL: string | undefined) {
  const producer = await newProducer("Finders");
  const send = sender(baseURL, { "an-api-token": producer.token });
  const mark = `walnut${randomUUID().slice(0, 8)}`;
  await send(Made, "/items", { identifier: `${mark}-item`, title: "A clock" });
  const group = await send(Made, "/groups", { title: `${mark} line` });
  const content = await send(Made, "/contents", {
    "content-type": "text/plain",
    name: `${mark}.txt`,
    data: Buffer.from("walnut").toString("base64"),
  });
  const { scan } = await send(Scanned, "/scans", { identifier: `${mark}-item` });
  const hook = await sender(baseURL, { "an-api-key-owner": producer.ownerKey })(Made, "/producers/hooks", {
    events: "itemInvalidated",
    url: `https://${mark}.invalid/`,
  });
  return { producer, mark, group, content, scan, hook };
}

async function found(page: Page, fragment: string, label: string | RegExp, path: string) {
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Search everything" });
  await dialog.getByRole("combobox").fill(fragment);
  await dialog.getByRole("option", { name: label }).first().click();
  await expect(page).toHaveURL(pageOf(path));
  await settled(page);
}

test("the palette finds an item, group, scan, webhook and file by a fragment and opens each", async ({
  page,
  baseURL,
}) => {
  const { producer, mark, group, content, scan, hook } = await oneOfEach(baseURL);
  await signIn(page, await newUser(producer.producerId, "viewer"));
  await page.goto("/overview");
  await settled(page);
  const fragment = mark.slice(2);
  await found(page, fragment, /A clock/, `/items/${mark}-item`);
  await found(page, fragment, `${mark} line`, `/groups/${group.id}`);
  await found(page, fragment, `https://${mark}.invalid/`, `/webhooks/${hook.id}`);
  await found(page, fragment, `${mark}.txt`, `/files/${content.id}`);
  await found(page, scan.id.slice(0, 30), new RegExp(`^${mark}-item Fake`), `/scans/${scan.id}`);
});

test("a scan recorded by an app changes the overview's figures at once, without a reload", async ({
  page,
  baseURL,
}) => {
  const { producer, mark } = await oneOfEach(baseURL);
  const send = sender(baseURL, { "an-api-token": producer.token });
  await signIn(page, await newUser(producer.producerId, "viewer"));
  await page.goto("/overview");
  const figure = (name: string) => page.getByRole("link", { name, exact: true });
  await expect(figure("Scans 1")).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await send(Scanned, "/scans", { identifier: `${mark}-item`, copyclassification: "original" });
  await expect(figure("Scans 2")).toBeVisible();
  await expect(figure("Fake rate 50%")).toBeVisible();
  await figure("Fakes 1").click();
  await expect(page).toHaveURL(/\/scans\?.*verdict=fake/);
  await expect(page.getByRole("table", { name: "Scans" }).locator("tbody").getByRole("row")).toHaveCount(1);
});

test("figures that were asked for before a scan came do not take it back", async ({ page, baseURL }) => {
  const { producer, mark } = await oneOfEach(baseURL);
  const send = sender(baseURL, { "an-api-token": producer.token });
  await signIn(page, await newUser(producer.producerId, "viewer"));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked = page.waitForRequest(/stats\.totals/);
  await page.route(/stats\.totals/, async (route) => {
    const response = await route.fetch();
    await held;
    // The page may have given the question up.
    await route.fulfill({ response }).catch(() => {});
  });
  await page.goto("/overview");
  const figure = (name: string) => page.getByRole("link", { name, exact: true });
  await expect(figure("Scans 1")).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const question = await asked;
  const isIt = (request: Request) => request === question;
  const ended = Promise.race([
    page.waitForEvent("requestfinished", isIt),
    page.waitForEvent("requestfailed", isIt),
  ]);
  await send(Scanned, "/scans", { identifier: `${mark}-item`, copyclassification: "original" });
  await expect(figure("Scans 2")).toBeVisible();
  release();
  await ended;
  // What an answer changes is drawn by then.
  await page.evaluate(() => new Promise((drawn) => setTimeout(() => requestAnimationFrame(drawn))));
  await expect(figure("Scans 2")).toBeVisible();
});

test("filters survive a reload, Back and a shared link", async ({ page, browser, baseURL }) => {
  const { producer, mark } = await oneOfEach(baseURL);
  const send = sender(baseURL, { "an-api-token": producer.token });
  await send(Made, "/items", { identifier: `${mark}-other` });
  await send(Made, "/items", { identifier: `oak-${mark}` });
  const viewer = await newUser(producer.producerId, "viewer");
  await signIn(page, viewer);
  await page.goto("/items");
  const shown = (of: Page) => of.getByRole("table", { name: "Items" }).getByRole("row");
  await expect(shown(page)).toHaveCount(4);
  await page.getByRole("searchbox", { name: "Identifier, title or data" }).fill("oak-");
  await page.getByRole("combobox", { name: "Status" }).selectOption("active");
  await expect(shown(page)).toHaveCount(2);
  await expect(page).toHaveURL(/q=oak-/);
  await expect(page).toHaveURL(/state=active/);

  await page.reload();
  await expect(shown(page)).toHaveCount(2);
  await page.getByRole("link", { name: new RegExp(`oak-${mark}`) }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`oak-${mark}`);
  await page.goBack();
  await expect(shown(page)).toHaveCount(2);
  await expect(page.getByRole("searchbox", { name: "Identifier, title or data" })).toHaveValue("oak-");

  const elsewhere = await browser.newContext();
  const shared = await elsewhere.newPage();
  await signIn(shared, viewer);
  await shared.goto(page.url());
  await expect(shown(shared)).toHaveCount(2);
  await expect(shared.getByRole("combobox", { name: "Status" })).toHaveValue("active");
  await elsewhere.close();
});

for (const [place, label] of [
  ["items", "Items"],
  ["scans", "Scans"],
] as const) {
  // The list of scans repeats the promise, with a live feed.
  const tag = place === "items" ? [AGAIN] : [];
  test(`after a switch of the producer all rows of ${place} belong to the new one`, { tag }, async ({
    page,
    baseURL,
  }) => {
    const [alpine, baltic] = [await newProducer("Alpine Watches"), await newProducer("Baltic Bags")];
    const send = {
      alpine: sender(baseURL, { "an-api-token": alpine.token }),
      baltic: sender(baseURL, { "an-api-token": baltic.token }),
    };
    const mark = randomUUID().slice(0, 8);
    for (const name of ["alpine", "baltic"] as const) {
      await send[name](Made, "/items", { identifier: `${name}-${mark}` });
      await send[name](Scanned, "/scans", { identifier: `${name}-${mark}` });
    }
    const person = await newUser(alpine.producerId, "viewer");
    await addMember(await inside(), {
      producerId: baltic.producerId,
      personId: person.personId,
      role: "viewer",
    });
    await signIn(page, person);
    await page.goto(`/${place}`);
    const rows = page.getByRole("table", { name: label }).locator("tbody").getByRole("row");
    const switcher = page.getByRole("button", { name: /^Switch producer:/ });
    await expect(rows).toHaveCount(1);
    const [before, after] = (await switcher.textContent())?.includes("Alpine")
      ? (["alpine", "baltic"] as const)
      : (["baltic", "alpine"] as const);
    await expect(rows).toContainText([`${before}-${mark}`]);
    if (place === "scans") await expect(page.getByText("Live", { exact: true })).toBeVisible();

    await switcher.click();
    await page.getByRole("menuitem", { name: after === "alpine" ? /Alpine/ : /Baltic/ }).click();
    await expect(switcher).toContainText(after === "alpine" ? "Alpine" : "Baltic");
    await expect(rows).toContainText([`${after}-${mark}`]);
    if (place === "scans") {
      // The live feed belongs to the new producer, too.
      await expect(page.getByText("Live", { exact: true })).toBeVisible();
      await send[before](Scanned, "/scans", { identifier: `${before}-${mark}` });
      await send[after](Scanned, "/scans", { identifier: `${after}-${mark}` });
      await expect(rows).toHaveCount(2);
    }
    await expect(rows.filter({ hasText: before })).toHaveCount(0);
    await page.reload();
    await expect(rows.filter({ hasText: before })).toHaveCount(0);
    await expect(rows.first()).toContainText(after);
  });
}
