import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { newProducer } from "../credentials";
import { newUser, signIn } from "./people";

test("the HTML of a list contains its first rows, before any script runs", async ({
  page,
  browser,
  baseURL,
}) => {
  const { producerId, token } = await newProducer("First rows");
  const identifier = `first-row-${randomUUID()}`;
  const post = (path: string, body: object) =>
    fetch(`${baseURL}/api/v2${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "an-api-token": token },
      body: JSON.stringify(body),
    });
  await post("/items", { identifier });
  await post("/groups", { title: "First group" });
  await post("/scans", { identifier, copyclassification: "original" });
  await signIn(page, await newUser(producerId, "viewer"));
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ storageState, javaScriptEnabled: false });
  const plain = await context.newPage();
  for (const [path, row] of [
    ["items", identifier],
    ["scans", identifier],
    ["groups", "First group"],
  ] as const) {
    await plain.goto(`/p/${producerId}/${path}`);
    await expect(plain.locator("tbody").getByRole("link", { name: row })).toBeAttached();
  }
  await context.close();
});
