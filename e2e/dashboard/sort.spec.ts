import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { newProducer } from "../credentials";
import { settled } from "./every-page/look";
import { manyItems } from "./many-items";
import { darken, expectAccessible, newUser, signIn } from "./people";

test("heads sort a list by mouse and by keyboard; the address keeps the order", async ({ page }) => {
  const { producerId, mark } = await manyItems("Sorted list", 60);
  await signIn(page, await newUser(producerId, "viewer"));
  await page.goto(`/p/${producerId}/items`);
  const table = page.getByRole("table", { name: "Items" });
  const first = table.locator("tbody").getByRole("link").first();
  const head = (name: string) => table.getByRole("columnheader", { name, exact: true });
  await expect(first).toHaveText(`${mark}-1`);
  await expect(head("Created")).toHaveAttribute("aria-sort", "descending");
  await expect(head("Identifier")).toHaveAttribute("aria-sort", "none");
  await expect(head("Title")).not.toHaveAttribute("aria-sort");

  await head("Created").getByRole("button").click();
  await expect(first).toHaveText(`${mark}-60`);
  await expect(head("Created")).toHaveAttribute("aria-sort", "ascending");
  await expect(page).toHaveURL(/sort=created/);

  await head("Identifier").getByRole("button").press("Enter");
  await expect(first).toHaveText(`${mark}-1`);
  await expect(head("Identifier")).toHaveAttribute("aria-sort", "ascending");
  await page.keyboard.press("Enter");
  await expect(first).toHaveText(`${mark}-9`);
  await expect(page).toHaveURL(/sort=-identifier/);
  await page.reload();
  await expect(first).toHaveText(`${mark}-9`);
  await expect(head("Identifier")).toHaveAttribute("aria-sort", "descending");
  await page.getByRole("button", { name: "Load more" }).scrollIntoViewIfNeeded();
  await page.getByText("60 in total").scrollIntoViewIfNeeded();
  await expect(table.locator("tbody").getByRole("link").last()).toHaveText(`${mark}-1`);
  await expectAccessible(page);

  await head("Created").getByRole("button").click();
  await expect(first).toHaveText(`${mark}-1`);
  await expect(page).toHaveURL(/\/items$/);
});

test("at 320 px a select sorts a list", async ({ page }) => {
  const { producerId, mark } = await manyItems("Sorted cards", 12);
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, await newUser(producerId, "viewer"));
  await page.goto(`/p/${producerId}/items`);
  await settled(page);
  const first = page.getByRole("table", { name: "Items" }).locator("tbody").getByRole("link").first();
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("Identifier, descending");
  await expect(first).toHaveText(`${mark}-9`);
  await darken(page);
  await expectAccessible(page);
});

test("groups, scans, unregistered codes and files are sorted", async ({ page, baseURL }) => {
  const { producerId, token } = await newProducer("Sorted lists");
  const mark = randomUUID().slice(0, 8);
  const post = async (path: string, body: object | FormData) => {
    const isForm = body instanceof FormData;
    await fetch(`${baseURL}/api/v2${path}`, {
      method: "POST",
      headers: { "an-api-token": token, ...(isForm ? {} : { "content-type": "application/json" }) },
      body: isForm ? body : JSON.stringify(body),
    });
  };
  for (const name of ["b", "a"]) {
    await post("/groups", { title: `${mark}-${name}` });
    await post("/items", { identifier: `${mark}-${name}` });
    await post("/scans", { identifier: `${mark}-${name}`, copyclassification: "original" });
  }
  await signIn(page, await newUser(producerId, "editor"));
  const links = page.locator("main tbody").getByRole("link", { name: mark });
  await page.goto(`/p/${producerId}/groups`);
  await expect(links).toHaveText([`${mark}-a`, `${mark}-b`]);
  await page.getByRole("columnheader", { name: "Title" }).getByRole("button").click();
  await expect(page).toHaveURL(/sort=title/);
  await page.getByRole("columnheader", { name: "Title" }).getByRole("button").click();
  await expect(links).toHaveText([`${mark}-b`, `${mark}-a`]);

  await page.goto(`/p/${producerId}/scans`);
  await expect(links).toHaveText([`${mark}-a`, `${mark}-b`]);
  await page.getByRole("columnheader", { name: "Time" }).getByRole("button").click();
  await expect(links).toHaveText([`${mark}-b`, `${mark}-a`]);
  await expect(page).toHaveURL(/sort=time/);

  await page.goto(`/p/${producerId}/unregistered-codes?sort=time`);
  await expect(page.getByText("No unregistered codes")).toBeVisible();
  await page.goto(`/p/${producerId}/files?sort=nonsense`);
  await expect(page.getByText("This filter is unknown and was ignored: sort")).toBeVisible();
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("Name, ascending");
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByText("This filter is unknown")).toHaveCount(0);
});
