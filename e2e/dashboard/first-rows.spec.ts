import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { newProducer } from "../credentials";
import { newUser, signIn } from "./people";

test("the HTML of a page contains its first content, before any script runs", async ({
  page,
  browser,
  baseURL,
}) => {
  const { producerId, token } = await newProducer("First rows");
  const identifier = `first-row-${randomUUID()}`;
  const post = async (path: string, body: object): Promise<{ id: string; scan: { id: string } }> => {
    const response = await fetch(`${baseURL}/api/v2${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "an-api-token": token },
      body: JSON.stringify(body),
    });
    return JSON.parse((await response.text()) || "{}");
  };
  await post("/items", { identifier, title: "First item" });
  const group = await post("/groups", { title: "First group" });
  await post(`/groups/${group.id}/items/${identifier}`, {});
  const { scan } = await post("/scans", { identifier, copyclassification: "original" });
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
  const open = (path: string) => plain.goto(`/p/${producerId}/${path}`);
  await open("overview");
  await expect(plain.getByRole("link", { name: "Scans 1" })).toBeVisible();
  await expect(plain.getByRole("table", { name: "Latest scans" }).getByText(identifier)).toBeVisible();

  await open(`items/${identifier}`);
  await expect(plain.getByRole("heading", { level: 1 })).toHaveText("First group");
  await expect(plain.getByText(identifier, { exact: true }).first()).toBeVisible();
  await expect(
    plain.getByRole("region", { name: "History", exact: true }).getByRole("listitem").first(),
  ).toBeVisible();
  await expect(plain.getByRole("table", { name: "Scans" }).getByText("Original")).toBeVisible();

  await open(`scans/${scan.id}`);
  await expect(plain.getByRole("heading", { name: identifier })).toBeVisible();
  await expect(plain.getByRole("region", { name: "Details" }).getByText("First group")).toBeVisible();

  await open(`groups/${group.id}`);
  await expect(plain.getByRole("heading", { name: "First group" })).toBeVisible();
  await expect(plain.getByRole("link", { name: identifier })).toBeVisible();

  await open("map");
  await expect(plain.getByRole("table", { name: "Countries" }).getByRole("row")).toHaveCount(2);
  await context.close();
});
