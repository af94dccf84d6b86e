import { expect, type Page, test } from "@playwright/test";
import { newProducer } from "../credentials";
import { newUser, signIn } from "./people";

/** What a procedure answers to the page's person. */
const callAs = (page: Page, path: string, input: object) =>
  page.evaluate(
    async ([path, body]) => {
      const headers = { "content-type": "application/json" };
      return (await fetch(`/api/trpc/${path}`, { method: "POST", headers, body })).text();
    },
    [path, JSON.stringify(input)] as const,
  );

test("after a switch of producer nothing of the other is shown or watched", async ({
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
  await page.getByRole("button", { name: /^Producer:/ }).click();
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
  await page.getByRole("button", { name: /^Producer:/ }).click();
  await page.getByRole("menuitem", { name: /Alpine Watches/ }).click();
  await expect(items.filter({ hasText: watch })).toHaveCount(2);
  await expect(items.filter({ hasText: bag })).toHaveCount(0);
});
