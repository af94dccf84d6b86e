import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { eq } from "drizzle-orm";
import { TOTP } from "otpauth";
import { sessions } from "@/db/schema/sessions";
import { startSmtp } from "@/server/testing/smtp";
import { newProducer } from "../credentials";
import { inside } from "../inside";
import { freePort, startOwnService } from "../own-service";
import { DATA_DIR } from "../where";
import { expectAccessible, newAdmin, newUser, PASSWORD, signIn, textOf, type User } from "./people";

/*
 * Changes of accounts are listed on a page that `every-page.spec.ts` reads in both languages: it knows names with "Zephyr".
 */

/** A platform authenticator that verifies its user, as phones and laptops have. */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function signOut(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto("/login");
}

async function typePassword(page: Page, { email }: User, password = PASSWORD): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("a passkey is added, signs in alone and after the password, is renamed and removed", async ({
  page,
}) => {
  await addAuthenticator(page);
  const { producerId } = await newProducer("Passkeys");
  const user = await newUser(producerId, "owner", "Zephyr Passkey");
  await signIn(page, user);
  await page.goto("/account");
  await page.getByRole("button", { name: "Add passkey" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("My laptop");
  await dialog.getByRole("button", { name: "Add passkey" }).click();
  const codes = dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "I have stored the codes" }).click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();
  await expect(page.getByText("My laptop")).toBeVisible();
  await expectAccessible(page);

  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL("**/overview");

  await signOut(page);
  await typePassword(page, user);
  await expect(page.getByRole("heading", { name: "Confirm sign-in" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Use passkey" }).click();
  await page.waitForURL("**/overview");

  await page.goto("/account");
  await page.getByRole("button", { name: "Rename My laptop" }).click();
  await dialog.getByLabel("Name").fill("Old laptop");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("button", { name: "Remove Old laptop" }).click();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No second factor yet.")).toBeVisible();
  await signOut(page);
  await typePassword(page, user);
  await page.waitForURL("**/overview");
});

test("an authenticator app is set up, its code and a recovery code finish a sign-in", async ({ page }) => {
  const { producerId } = await newProducer("Apps");
  const user = await newUser(producerId, "viewer", "Zephyr App");
  await signIn(page, user);
  await page.goto("/account");
  await page.getByRole("button", { name: "Add authenticator app" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  const totp = new TOTP({ secret: await textOf(dialog.locator("[data-secret]")) });
  await expectAccessible(page);
  await dialog.getByLabel("Code shown by the app").fill("000 000");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText("was not accepted");
  await dialog.getByLabel("Code shown by the app").fill(totp.generate());
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  const recovery = await textOf(
    dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem").first(),
  );
  await dialog.getByRole("button", { name: "I have stored the codes" }).click();

  await signOut(page);
  await page.goto("/login?next=%2Fitems");
  await typePassword(page, user);
  await page.getByLabel("Code").fill("123456");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Each code works once")).toBeVisible();
  // The next code, which an app whose clock is fast shows already.
  await page.getByLabel("Code").fill(totp.generate({ timestamp: Date.now() + 30_000 }));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/items");

  await signOut(page);
  await typePassword(page, user);
  await page.getByLabel("Code").fill(recovery);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL("**/overview");
  await page.goto("/account");
  await expect(page.getByText("9 recovery codes left")).toBeVisible();
});

test("a person sees their sessions and ends another one, which is refused at its next request", async ({
  page,
  browser,
}) => {
  const { producerId } = await newProducer("Sessions");
  const user = await newUser(producerId, "viewer", "Sina Session");
  await signIn(page, user);
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await signIn(other, user);
  await page.goto("/account");
  const sessions = page.getByRole("region", { name: "Sessions" });
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  await expect(sessions.getByText("This session")).toHaveCount(1);
  await sessions.getByRole("button", { name: /^End session/ }).click();
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  await other.goto("/account");
  await other.waitForURL("**/login**");
  await elsewhere.close();
  await expectAccessible(page);
});

test("without a mail server an admin creates a link, which sets a password and ends the sessions", async ({
  page,
  browser,
}) => {
  const { producerId } = await newProducer("Forgotten");
  const user = await newUser(producerId, "viewer", "Zephyr Forgetful");
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByText("cannot send e-mails")).toBeVisible();
  await expectAccessible(page);
  await signIn(page, user);

  const elsewhere = await browser.newContext();
  const admin = await elsewhere.newPage();
  await signIn(admin, await newAdmin());
  await admin.goto(`/admin/people/${user.personId}`);
  await admin.getByRole("button", { name: "Create password link" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.locator("[data-link]")).toBeVisible();
  await admin.keyboard.press("Escape");
  const link = new URL(await textOf(dialog.locator("[data-link]")));
  await expectAccessible(admin);
  await elsewhere.close();

  await page.goto(link.pathname);
  await page.getByLabel("New password", { exact: true }).fill("copper lantern beside nine rivers");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText("Password saved.")).toBeVisible();
  await expectAccessible(page);
  await page.goto(link.pathname);
  await expect(page.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
});

async function addPasskey(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add passkey" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add passkey" }).click();
  await dialog.getByRole("button", { name: "I have stored the codes" }).click();
  await expect(dialog).toHaveCount(0);
}

test("an owner requires a second factor; a member is led to add one and goes on, an old session confirms it", async ({
  page,
  browser,
}) => {
  await addAuthenticator(page);
  const { producerId } = await newProducer("Strict");
  await signIn(page, await newUser(producerId, "owner", "Zephyr Strict"));
  await page.goto("/settings");
  await page.getByRole("button", { name: "Require second factor" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Require second factor" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Add a second factor to your own account first");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.goto("/account");
  await addPasskey(page);
  await page.goto("/settings");
  await page.getByRole("button", { name: "Require second factor" }).click();
  await dialog.getByRole("button", { name: "Require second factor" }).click();
  await expect(page.getByText("All members need a passkey")).toBeVisible();
  await expectAccessible(page);

  const elsewhere = await browser.newContext();
  const member = await elsewhere.newPage();
  await addAuthenticator(member);
  const editor = await newUser(producerId, "editor", "Zephyr Editor");
  await signIn(member, editor);
  await member.goto(`/p/${producerId}/items`);
  await expect(member.getByText("Strict requires a second factor")).toBeVisible();
  await expectAccessible(member);
  const third = await browser.newContext();
  const old = await third.newPage();
  await signIn(old, editor);
  await member.getByRole("link", { name: "Set up second factor" }).click();
  await member.waitForURL("**/account");
  await addPasskey(member);
  await member.goto(`/p/${producerId}/items`);
  await expect(member.getByRole("heading", { level: 1, name: "Items" })).toBeVisible();

  await old.goto(`/p/${producerId}/items`);
  await old.getByRole("button", { name: "Confirm second factor" }).click();
  await expect(old.getByRole("dialog").getByLabel("Code")).toBeVisible();
  await expectAccessible(old);
  await elsewhere.close();
  await third.close();
});

const elevenMinutesPass = async ({ personId }: { personId: string }) =>
  (await inside()).db
    .update(sessions)
    .set({ confirmedAt: new Date(Date.now() - 11 * 60_000) })
    .where(eq(sessions.personId, personId));

test("ten minutes after the sign-in an invitation asks for the password in place, and goes on", async ({
  page,
}) => {
  const { producerId } = await newProducer("Fresh");
  const owner = await newUser(producerId, "owner", "Frida Fresh");
  await signIn(page, owner);
  await page.goto("/members");
  await page.getByRole("button", { name: "Invite member" }).click();
  const form = page.getByRole("dialog", { name: "Invite member" });
  await form.getByLabel("E-mail").fill("guest@people.test");
  await elevenMinutesPass(owner);
  await form.getByRole("button", { name: "Send invitation" }).click();
  const question = page.getByRole("dialog", { name: "Confirm that it is you" });
  await question.getByLabel("Password", { exact: true }).fill("not my password");
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(question.getByRole("alert")).toBeVisible();
  await expectAccessible(page);
  await question.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByRole("dialog").locator("[data-link]")).toContainText("/invite/");
});

test("ten minutes after the sign-in a new token asks for the passkey in place, and goes on", async ({
  page,
}) => {
  await addAuthenticator(page);
  const { producerId } = await newProducer("Fresh by passkey");
  const owner = await newUser(producerId, "owner", "Zephyr Fresh");
  await signIn(page, owner);
  await page.goto("/account");
  await addPasskey(page);
  await page.goto("/tokens");
  await page.getByRole("button", { name: "Create token" }).click();
  const form = page.getByRole("dialog", { name: "Create token" });
  await form.getByRole("textbox", { name: "Name" }).fill("Line 4");
  await elevenMinutesPass(owner);
  await form.getByRole("button", { name: "Create token" }).click();
  const question = page.getByRole("dialog", { name: "Confirm that it is you" });
  await question.getByRole("button", { name: "Use passkey" }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByText(/^ant_[0-9A-Za-z]{36}$/)).toBeVisible();
});

test("personal data is downloaded again on the same page after the confirmation has expired", async ({
  page,
  baseURL,
}) => {
  const { producerId, token } = await newProducer("Fresh downloads");
  const owner = await newUser(producerId, "owner");
  const headers = { "content-type": "application/json", "an-api-token": token };
  const identifier = randomUUID();
  for (const [path, body] of [
    ["items", { identifier }],
    ["scans", { identifier, deviceInfo: { os: "ios", environment: { identifierForVendor: "a-phone" } } }],
  ] as const)
    await fetch(`${baseURL}/api/v2/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  await signIn(page, owner);
  await page.goto("/settings/privacy");
  await page.getByRole("combobox", { name: "Search by" }).click();
  await page.getByRole("option", { name: "Device identifier" }).click();
  await page.getByRole("textbox", { name: "Device identifier" }).fill("a-phone");
  await page.getByRole("button", { name: "Find data" }).first().click();
  const link = page.getByRole("link", { name: "Download JSON" });
  await Promise.all([page.waitForEvent("download"), link.click()]);
  await elevenMinutesPass(owner);
  await link.click();
  const question = page.getByRole("dialog", { name: "Confirm that it is you" });
  await question.getByLabel("Password", { exact: true }).fill(PASSWORD);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    question.getByRole("button", { name: "Confirm" }).click(),
  ]);
  expect(await download.failure()).toBeNull();
});

test("a forgotten password: the mailed link sets a new one, which signs in", async ({ page }) => {
  const smtp = await startSmtp();
  const port = await freePort();
  const service = await startOwnService(["dist/main.mjs"], port, {
    DATA_DIR,
    DATABASE_URL: "",
    BACKUPS: "off",
    PORT: String(port),
    PUBLIC_BASE_URL: `http://localhost:${port}`,
    SMTP_URL: `smtp://assay:p%40ss@127.0.0.1:${smtp.port}`,
  });
  try {
    const { producerId } = await newProducer("Mailed link");
    const user = await newUser(producerId, "viewer", "Zephyr Mailed");
    await page.goto(`${service.url}/login`);
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await expect(page.getByRole("heading", { name: "Forgot password" })).toBeVisible();
    await page.getByLabel("E-mail").fill(user.email);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(page.getByText("Check your inbox")).toBeVisible();
    await expectAccessible(page);
    const link = () => /\/reset-password\/\S+/.exec(smtp.taken.map(({ text }) => text).join("\n"))?.[0];
    await expect.poll(link).toBeDefined();
    await page.goto(`${service.url}${link()}`);
    const password = "copper lantern beside nine rivers";
    await page.getByLabel("New password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page.getByText("Password saved.")).toBeVisible();
    await typePassword(page, user, password);
    await page.waitForURL("**/overview");
  } finally {
    await service.end("SIGTERM");
    await smtp.stop();
  }
});
