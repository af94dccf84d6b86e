import { expect, test } from "@playwright/test";
import { eq } from "drizzle-orm";
import { acts } from "@/db/schema/acts";
import { inside } from "../inside";
import { darken, expectAccessible, newAdmin, signIn } from "./people";

test("an admin makes a producer, keeps its secrets, and comes to its page, where its first owner is invited", async ({
  page,
  request,
  browser,
}) => {
  const admin = await newAdmin();
  const name = `Made here ${Date.now()}`;
  await signIn(page, admin);
  await page.goto("/admin/producers");
  await page.getByRole("button", { name: "New producer" }).click();
  const dialog = page.getByRole("dialog");
  const field = dialog.getByRole("textbox", { name: "Name" });
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.fill("  ");
  await field.press("Enter");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await field.fill(`  ${name} `);
  await field.press("Enter");

  await expect(dialog.getByRole("heading", { name: `${name} is made` })).toBeVisible();
  const [token = "", ownerKey = ""] = await dialog.locator("[data-secret]").allTextContents();
  expect(ownerKey).toMatch(/^ano_/);
  const headers = { "an-api-token": token };
  expect((await request.get("/api/v2/scans", { headers })).status()).toBe(200);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 320, height: 640 });
  await darken(page);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "I have kept both" }).click();

  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("Nobody belongs to this producer.")).toBeVisible();
  expect(await page.content()).not.toContain(token);
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await expect(dialog.getByRole("radio", { name: "Owner" })).toBeChecked();
  await dialog.getByRole("textbox", { name: "E-mail" }).fill(`first-${Date.now()}@people.test`);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  const link = (await dialog.locator("[data-link]").textContent()) ?? "";
  await dialog.getByRole("button", { name: "Done" }).click();
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const { db } = await inside();
  const kept = await db.select().from(acts).where(eq(acts.producerId, id));
  expect(kept.find(({ act }) => act === "producerCreated")).toMatchObject({
    actorId: admin.personId,
    targetName: name,
  });
  expect(kept.find(({ act }) => act === "memberInvited")).toMatchObject({ actorId: admin.personId });
  await page.goBack();
  await page.getByRole("searchbox", { name: "Name" }).fill(name);
  await expect(page.getByRole("link", { name })).toBeVisible();

  const elsewhere = await browser.newContext();
  const invited = await elsewhere.newPage();
  await invited.goto(new URL(link).pathname);
  await expect(invited.getByText(name).first()).toBeVisible();
  await elsewhere.close();
});
