import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { newProducer } from "../credentials";
import { expectAccessible, newUser, PASSWORD, signIn, textOf } from "./people";

test("an owner invites a person by link, who joins, is promoted and removed", async ({ page, browser }) => {
  const { producerId } = await newProducer("Members journey");
  const owner = await newUser(producerId, "owner", "Olga Owner");
  await signIn(page, owner);
  await page.goto("/members");
  const members = page.getByRole("table", { name: "Members" });
  await expect(members.getByRole("row").filter({ hasText: "Olga Owner" })).toContainText("(you)");
  // The last owner can neither step down nor leave, and sees the reason.
  await expect(members.getByRole("combobox", { name: "Role of Olga Owner" })).toHaveCount(0);
  await expect(page.getByText("you are the only one")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Leave/ })).toHaveCount(0);

  const email = `${randomUUID()}@people.test`;
  await page.getByRole("button", { name: "Invite member" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail").fill(email);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog).toContainText("The e-mail could not be sent");
  const link = new URL(await textOf(dialog.locator("[data-link]")));
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Done" }).click();
  const invitations = page.getByRole("table", { name: "Open invitations" });
  await expect(invitations.getByRole("row").filter({ hasText: email })).toContainText("Viewer");

  const elsewhere = await browser.newContext();
  const guest = await elsewhere.newPage();
  await guest.goto(new URL(link.pathname, page.url()).href);
  await guest.getByLabel("Your name").fill("Greta Guest");
  await guest.getByLabel("Password", { exact: true }).fill("password12345678");
  await expect(guest.getByText("Easy to guess")).toBeVisible();
  await guest.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await expect(guest.getByText("Very hard to guess")).toBeVisible();
  await guest.getByLabel("Password", { exact: true }).press("Tab");
  await expect(guest.getByRole("button", { name: "Show or hide password" })).toBeFocused();
  await guest.getByRole("button", { name: "Accept invitation" }).click();
  await guest.waitForURL("**/overview");
  await guest.goto("/members");
  await expect(guest.getByText("Your role at Members journey: Viewer.")).toBeVisible();
  await expect(guest.getByRole("table")).toHaveCount(0);

  await page.reload();
  await expect(page.getByText("No open invitations.")).toBeVisible();
  const row = members.getByRole("row").filter({ hasText: "Greta Guest" });
  await row.getByRole("combobox").click();
  await page.getByRole("option", { name: "Owner" }).click();
  await expect(page.getByText("Role of Greta Guest changed to Owner.")).toBeVisible();
  await expect(members.getByRole("combobox", { name: "Role of Olga Owner" })).toBeEnabled();

  await row.getByRole("button", { name: "Actions for Greta Guest" }).click();
  await page.getByRole("menuitem", { name: "Remove member" }).click();
  const question = page.getByRole("dialog", { name: "Remove Greta Guest?" });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Remove member" }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Members", exact: true })).toBeFocused();
  await page.goto("/settings/audit-log");
  const changeIn = (event: string) => page.getByRole("listitem").filter({ hasText: event }).locator("dd");
  await expect(changeIn("Member invited")).toHaveText("Viewer");
  await expect(changeIn("Role changed")).toHaveText("ViewerOwner");
  await guest.goto("/members");
  await expect(guest.getByText("You are not a member of a producer yet")).toBeVisible();
  await elsewhere.close();
});

test("a new member is sent to the sign-in page if the automatic sign-in fails", async ({ page, browser }) => {
  const { producerId } = await newProducer("Joining offline");
  await signIn(page, await newUser(producerId, "owner"));
  await page.goto("/members");
  await page.getByRole("button", { name: "Invite member" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail").fill(`${randomUUID()}@people.test`);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  const link = new URL(await textOf(dialog.locator("[data-link]")));

  const elsewhere = await browser.newContext();
  const guest = await elsewhere.newPage();
  await guest.route("**/api/auth/callback/credentials", (route) => route.abort());
  await guest.goto(new URL(link.pathname, page.url()).href);
  await guest.getByLabel("Your name").fill("Gerd Guest");
  await guest.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await guest.getByRole("button", { name: "Accept invitation" }).click();
  await guest.waitForURL("**/login?next=*");
  await elsewhere.close();
});

test("a revoked invitation no longer works; a viewer may leave", async ({ page, browser }) => {
  const { producerId } = await newProducer("Leaving");
  await signIn(page, await newUser(producerId, "owner"));
  await page.goto("/members");
  const email = `${randomUUID()}@people.test`;
  await page.getByRole("button", { name: "Invite member" }).click();
  await page.getByRole("dialog").getByLabel("E-mail").fill(email);
  await page.getByRole("dialog").getByRole("button", { name: "Send invitation" }).click();
  const link = new URL(await textOf(page.locator("[data-link]")));
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: `Revoke the invitation for ${email}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke invitation" }).click();
  await expect(page.getByText("No open invitations.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Open invitations" })).toBeFocused();

  const elsewhere = await browser.newContext();
  const guest = await elsewhere.newPage();
  await guest.goto(new URL(link.pathname, page.url()).href);
  await expect(guest.getByText("This invitation is no longer valid")).toBeVisible();

  await signIn(guest, await newUser(producerId, "viewer"));
  await guest.goto("/members");
  await guest.getByRole("button", { name: "Leave Leaving" }).click();
  await guest.getByRole("dialog").getByRole("button", { name: "Leave producer" }).click();
  await expect(guest.getByText("You are not a member of a producer yet")).toBeVisible();
  await elsewhere.close();
});

test("settings: the producer's name, one's own name, the language and a new password", async ({
  page,
  browser,
}) => {
  const { producerId } = await newProducer("Old name");
  const owner = await newUser(producerId, "owner", "Otto Old");
  await signIn(page, owner);
  await page.goto("/settings");
  await expect(page.getByText("0 B of 1 GiB").first()).toBeVisible();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("New name");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Settings for New name.")).toBeVisible();

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await signIn(other, owner);
  await page.goto("/account");
  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await dialog.getByLabel("New password").fill("password12345678");
  await expect(dialog.getByText("Easy to guess")).toBeVisible();
  await dialog.getByLabel("New password").fill("copper lantern beside nine rivers");
  await expect(dialog.getByText("Very hard to guess")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible();
  await other.goto("/settings");
  await other.waitForURL("**/login**");
  await elsewhere.close();

  await page.getByRole("combobox", { name: "Language" }).click();
  await page.getByRole("option", { name: "Deutsch" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ihr Konto" })).toBeVisible();
  await expectAccessible(page);
});
