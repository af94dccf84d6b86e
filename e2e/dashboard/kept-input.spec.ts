import { expect, test } from "@playwright/test";
import { newProducer } from "../credentials";
import { comeBack } from "./other-tab";
import { newUser, signIn } from "./people";

const READ = /\/api\/trpc\/[^?]*privacy\.retention\b/;

test("a setting that was chosen and not saved yet outlasts a read in the background that fails", async ({
  page,
}) => {
  const { producerId } = await newProducer("Kept input");
  await signIn(page, await newUser(producerId, "owner"));
  await page.goto("/settings/privacy");
  const days = page.getByRole("combobox", { name: /^Device and software data/ });
  await days.click();
  await page.getByRole("option", { name: "730 days" }).click();
  let failures = 0;
  await page.route(READ, async (route) => {
    failures += 1;
    await route.fulfill({ status: 503, body: "" });
  });
  await comeBack(page);
  // A failed read is tried twice more.
  await expect.poll(() => failures).toBe(3);
  await expect(page.getByRole("button", { name: "Save" }).first()).toBeEnabled();
  await page.unroute(READ);
  await expect(days).toHaveValue("730 days");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Retention saved.")).toBeVisible();
});
