import { expect, test } from "@playwright/test";
import { newProducer } from "../credentials";
import { expectAccessible, newUser, signIn } from "./people";

test("a sandbox is opened, scans are played in it, and its test data is deleted; real data stays as it is", async ({
  page,
}) => {
  const { producerId } = await newProducer("Sandboxed");
  await signIn(page, await newUser(producerId, "owner", "Olga"));
  await page.goto("/sandbox");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Open sandbox" }).click();
  await expect(page.getByText("This is the sandbox")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("radio", { name: "Impossible travel" }).check();
  await page.getByRole("button", { name: "Play scans" }).click();
  await expect(page.getByText(/^2 scans of SIM-impossibleTravel-/)).toBeVisible();
  await page.getByRole("link", { name: "Its scans" }).click();
  await expect(page.locator("main tbody tr")).toHaveCount(2);
  await page.getByRole("link", { name: "Settings", exact: true }).first().click();
  await expect(page.getByText("The sandbox has the settings of its producer")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Members", exact: true }).first().click();
  await expect(page.getByText("The sandbox has no members of its own")).toBeVisible();
  await expect(page.getByRole("button", { name: "Invite member" })).toHaveCount(0);
  await page.getByRole("link", { name: "Members of the producer" }).click();
  await expect(page).toHaveURL(new RegExp(`/p/${producerId}/members`));
  await expect(page.getByRole("button", { name: "Invite member" })).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: "Back to real data" }).click();
  await expect(page).toHaveURL(new RegExp(`/p/${producerId}/overview`));
  await page.goto(`/p/${producerId}/items`);
  await expect(page.getByRole("heading", { level: 1, name: "Items" })).toBeVisible();
  await expect(page.getByText("This is the sandbox")).toHaveCount(0);
  await expect(page.locator("main tbody tr")).toHaveCount(0);

  await page.goto(`/p/${producerId}/sandbox`);
  await page.getByRole("button", { name: "Open sandbox" }).click();
  await page.getByRole("button", { name: "Delete test data" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete all test data?" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Delete test data" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("link", { name: "Items", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Items" })).toBeVisible();
  await expect(page.locator("main tbody tr")).toHaveCount(0);
});

test("a token of the sandbox begins with aat_test_ and reads nothing real", async ({ page, baseURL }) => {
  const { producerId } = await newProducer("Test tokens");
  await signIn(page, await newUser(producerId, "owner", "Otto"));
  await page.goto("/sandbox");
  await page.getByRole("button", { name: "Open sandbox" }).click();
  await expect(page.getByText("This is the sandbox")).toBeVisible();
  await page.getByRole("link", { name: "API tokens", exact: true }).first().click();
  // An empty list has a second one.
  await page.getByRole("button", { name: "Create token" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Scanner app");
  await dialog.getByRole("button", { name: "Create token" }).click();
  const secret = page.getByText(/^aat_test_[0-9A-Za-z]{36}$/);
  await expect(secret).toBeVisible();
  const token = (await secret.textContent()) ?? "";
  const reply = await fetch(`${baseURL}/api/v2/items`, {
    method: "POST",
    headers: { "content-type": "application/json", "an-api-token": token },
    body: JSON.stringify({ identifier: `sandboxed-${producerId}` }),
  });
  expect(reply.status).toBe(200);
  expect((await fetch(`${baseURL}/api/v2/items/sandboxed-${producerId}`)).status).toBe(404);
});
