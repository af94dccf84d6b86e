import { type APIResponse, expect, type Page, test } from "@playwright/test";
import { newProducer } from "../credentials";
import { settled } from "./every-page/look";
import { pageOf, producerOf } from "./page-of";
import { expectAccessible as expectNoFaults, newUser, PASSWORD, signIn, type User } from "./people";
import { watchPage } from "./watch";

const CONTROL_K = "Control+k";

/** A new producer with a new owner. */
async function newOwner(name: string) {
  const producer = await newProducer(name);
  return { producer, member: await newUser(producer.producerId, "owner", "Ada Keller") };
}

/** Sign in and wait for the overview and its data; keys and buttons work from then on. */
async function enter(page: Page, member: User): Promise<void> {
  await signIn(page, member);
  await page.goto("/overview");
  await expect(page.getByRole("heading", { name: "Get started" })).toBeVisible();
  await settled(page);
}

/** Wait for open panels to fade in before the check. */
async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished.catch(() => undefined)),
    ),
  );
  await expectNoFaults(page);
}

test("a signed-out visitor signs in first and then reaches the wanted page", async ({ page, baseURL }) => {
  const verify = watchPage(page, baseURL);
  const { member } = await newOwner("Keller");
  await page.goto("/overview?from=a-link");
  await expect(page).toHaveURL(/\/login\?next=%2Foverview%3Ffrom%3Da-link$/);
  await page.getByLabel("E-mail").fill(member.email);
  await page.getByRole("textbox", { name: "Password" }).fill("not the password");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(
    "The e-mail address or password is incorrect.",
  );
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(pageOf("/overview?from=a-link"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
  await page.goto("/");
  await expect(page).toHaveURL(pageOf("/overview"));
  verify();
});

test("a sign-in leads only to our own pages", async ({ page }) => {
  const { member } = await newOwner("Keller");
  await page.goto(`/login?next=${encodeURIComponent("//evil.example/items")}`);
  await page.locator("[name=email]").fill(member.email);
  await page.locator("[name=password]").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(pageOf("/overview"));
});

test("signing out ends the session in this window, also for Back", async ({ page }) => {
  const { member } = await newOwner("Keller");
  await enter(page, member);
  await page.getByRole("button", { name: "Account: Ada Keller" }).click();
  await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL("/login");
  await page.goto("/overview");
  await expect(page).toHaveURL(/\/login/);
});

test("signing out everywhere ends the session of another browser", async ({ page, browser, baseURL }) => {
  const { member } = await newOwner("Keller");
  const other = await browser.newPage({ ...(baseURL ? { baseURL } : {}) });
  await signIn(other, member);
  await other.goto("/overview");
  await enter(page, member);
  await page.getByRole("button", { name: "Account: Ada Keller" }).click();
  await page.getByRole("menuitem", { name: "Sign out everywhere" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page).toHaveURL("/login");
  await other.reload();
  await expect(other).toHaveURL(/\/login\?next=%2Fp%2F[0-9a-f-]{36}%2Foverview/);
  await other.close();
});

test("a new password is accepted, faults appear at their fields, and this session continues", async ({
  page,
}) => {
  const { member } = await newOwner("Keller");
  await enter(page, member);
  await page.getByRole("button", { name: "Account: Ada Keller" }).click();
  await page.getByRole("menuitem", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Current password" }).fill("something else entirely");
  await dialog.getByRole("textbox", { name: "New password" }).fill("lantern quarry 93 biscuit maple");
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(dialog.getByText("This password is incorrect.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Current password" }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
});

test("an invitation is joined with the signed-in account; the switcher changes the producer; another window keeps the one that it shows", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const [alpine, baltic] = [await newOwner("Alpine Watches"), await newOwner("Baltic Bags")];
  const inviting = await browser.newPage({ ...(baseURL ? { baseURL } : {}) });
  await signIn(inviting, baltic.member);
  await inviting.goto("/overview");
  const link = await invitationLink(inviting, alpine.member.email);
  await inviting.close();

  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Join Baltic Bags");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.locator("[name=email]").fill(alpine.member.email);
  await page.locator("[name=password]").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: "Join as Ada Keller" }).click();
  await expect(page).toHaveURL(pageOf("/overview"));
  const switcher = page.getByRole("button", { name: /^Switch producer:/ });
  await expect(switcher).toHaveText("Baltic Bags");

  const other = await page.context().newPage();
  await other.goto("/overview");
  await other.getByRole("button", { name: /^Switch producer:/ }).click();
  const entry = other.getByRole("menuitem", { name: /Alpine Watches/ });
  await expect(entry).toBeVisible();
  await expectAccessible(other);
  await entry.click();
  await expect(other.getByText("Scans and fakes at Alpine Watches.")).toBeVisible();

  // The first window still shows Baltic Bags, and its calls name that producer.
  const asked = page.waitForRequest((request) => request.url().includes("search.find"));
  await page.keyboard.press(CONTROL_K);
  await page.getByRole("dialog").getByRole("combobox").fill("anything");
  expect((await asked).headers()["x-assay-producer"]).toBe(baltic.producer.producerId);
  await expect(switcher).toHaveText("Baltic Bags");
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This invitation is no longer valid");
});

/** Link of an invitation as viewer to the producer of the page's person. */
async function invitationLink(page: Page, email: string): Promise<string> {
  const answer = await page.evaluate(
    ([email, producer]) =>
      fetch("/api/trpc/members.invite", {
        method: "POST",
        headers: { "content-type": "application/json", "x-assay-producer": producer },
        body: JSON.stringify({ email, role: "viewer" }),
      }).then((response) => response.text()),
    [email, producerOf(page)] as const,
  );
  const link = /\/invite\/[\w-]+/.exec(answer)?.[0];
  if (!link) throw new Error(`There is no link in ${answer}`);
  return link;
}

test("the palette finds an item by a fragment and opens it, and opens every page", async ({
  page,
  request,
}) => {
  const { producer, member } = await newOwner("Keller");
  const identifier = `walnut-${Date.now()}`;
  const made = await request.post("/api/v2/items", {
    headers: { "an-api-token": producer.token },
    data: { identifier, title: "A clock of walnut" },
  });
  expect(made.status()).toBe(200);
  await enter(page, member);
  await page.keyboard.press(CONTROL_K);
  const dialog = page.getByRole("dialog", { name: "Search everything" });
  await dialog.getByRole("combobox").fill(identifier.slice(3));
  await expect(dialog.getByText("A clock of walnut")).toBeVisible();
  await expect(dialog.getByRole("status")).toHaveText("1 result");
  await expect(dialog.getByRole("option", { selected: true })).toContainText(identifier);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(pageOf(`/items/${identifier}`));
  await page.goto("/overview");
  await page.getByRole("button", { name: "Search everything" }).click();
  await dialog.getByRole("combobox").fill("go to");
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("option", { selected: true })).toHaveText("Go to Items");
  await dialog.getByRole("combobox").fill("go to api");
  await dialog.getByRole("option", { name: "Go to API tokens" }).click();
  await expect(page).toHaveURL(pageOf("/tokens"));
});

test("Enter never opens a result of earlier input, and a failed search is shown", async ({ page }) => {
  const { member } = await newOwner("Keller");
  await enter(page, member);
  await page.keyboard.press(CONTROL_K);
  const dialog = page.getByRole("dialog", { name: "Search everything" });
  let releaseLease = () => {};
  const held = new Promise<void>((resolve) => {
    releaseLease = resolve;
  });
  await page.route("**/api/trpc/search.find**", async (route) => {
    await held;
    await route.fulfill({ status: 403, contentType: "application/json", body: "{}" });
  });
  await dialog.getByRole("combobox").fill("tok");
  await expect(dialog.getByRole("status")).toHaveText("Searching …");
  await expect(dialog.getByRole("option")).toHaveText(["Go to API tokens"]);
  releaseLease();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await expect(dialog.getByRole("option")).toHaveText(["Go to API tokens"]);
});

test("a dark device is offered the light theme", async ({ page }) => {
  const { member } = await newOwner("Keller");
  await page.emulateMedia({ colorScheme: "dark" });
  await enter(page, member);
  await page.keyboard.press(CONTROL_K);
  await page.getByRole("dialog").getByRole("combobox").fill("switch to");
  await page.getByRole("option", { name: "Switch to light theme" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "light");
});

test("the theme is the device's until one is chosen; the choice persists without a flash", async ({
  page,
}) => {
  const { member } = await newOwner("Keller");
  await page.emulateMedia({ colorScheme: "dark" });
  await enter(page, member);
  const scheme = () => page.locator("html").getAttribute("data-mantine-color-scheme");
  expect(await scheme()).toBe("dark");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Theme" }).click();
  const light = page.getByRole("menuitemradio", { name: "Light" });
  await expect(light).toBeVisible();
  await expectAccessible(page);
  await light.click();
  await expect.poll(scheme).toBe("light");
  // Before any script of the page runs, except the one that sets the theme.
  await page.route("**/_next/static/chunks/**/*.js", (route) => route.abort());
  await page.reload({ waitUntil: "domcontentloaded" });
  expect(await scheme()).toBe("light");
});

test("the person chooses the language, and every page follows", async ({ page }) => {
  const { member } = await newOwner("Keller");
  await enter(page, member);
  await page.getByRole("button", { name: "Language" }).click();
  await page.getByRole("menuitemradio", { name: "Deutsch" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Übersicht");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("link", { name: "Artikel", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Konto: Ada Keller" }).click();
  await page.getByRole("menuitem", { name: "Abmelden", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Anmelden");
  await expectAccessible(page);
});

test.describe("for a browser that asks for German", () => {
  test.use({ locale: "de-AT" });

  test("pages are German from the first response", async ({ page }) => {
    await page.goto("/login");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Anmelden");
  });
});

test("keys open pages, the search and the help, and can be switched off", async ({ page }) => {
  const { member } = await newOwner("Keller");
  await enter(page, member);
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help.getByText("Go to Items")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await expect(page).toHaveURL(pageOf("/items"));
  await page.goto("/overview");
  await expect(page.getByRole("heading", { name: "Get started" })).toBeVisible();
  await settled(page);
  await page.keyboard.press("?");
  await help.getByRole("switch").press("Space");
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await page.keyboard.press("?");
  await expect(help).toBeHidden();
  await expect(page).toHaveURL(pageOf("/overview"));
});

test("slash focuses the page's search, or opens the palette on a page without one", async ({ page }) => {
  const { member } = await newOwner("Keller");
  await enter(page, member);
  await page.goto("/scans");
  await expect(page.getByText("No scans yet")).toBeVisible();
  await settled(page);
  await page.keyboard.press("/");
  await expect(page.getByRole("combobox", { name: "Item", exact: true })).toBeFocused();
  await page.goto("/tokens");
  await expect(page.getByRole("table", { name: "Tokens" })).toBeVisible();
  await settled(page);
  await page.keyboard.press("/");
  await expect(page.getByRole("dialog", { name: "Search everything" })).toBeVisible();
});

test("page shortcuts are inactive while a panel is open", async ({ page }) => {
  const { member } = await newOwner("Keller");
  await enter(page, member);
  await page.goto("/items");
  await expect(page.getByText("No items yet")).toBeVisible();
  await page.getByRole("button", { name: "Columns" }).click();
  const columns = page.getByRole("checkbox", { name: "Image" });
  await columns.focus();
  await page.keyboard.press("c");
  await page.keyboard.press("Escape");
  await expect(columns).toBeHidden();
  await expect(page).toHaveURL(pageOf("/items"));
  await page.keyboard.press("c");
  await expect(page).toHaveURL(pageOf("/items/new"));
});

test("the first Tab stop skips the navigation", async ({ page }) => {
  const { member } = await newOwner("Keller");
  await enter(page, member);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to main content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#main")).toBeFocused();
});

test("on a narrow phone the navigation is a sheet, and nothing scrolls sideways", async ({
  page,
  baseURL,
}) => {
  const verify = watchPage(page, baseURL);
  const { member } = await newOwner("A producer whose name is far too long for any phone that there is");
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/login");
  await expectAccessible(page);
  await enter(page, member);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Open navigation" }).click();
  const sheet = page.getByRole("dialog", { name: "Assay" });
  await expect(sheet.getByRole("link", { name: "Overview" })).toHaveAttribute("aria-current", "page");
  await expectAccessible(page);
  await sheet.getByRole("link", { name: "Overview" }).click();
  await expect(sheet).toBeHidden();
  await page.setViewportSize({ width: 900, height: 640 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 2560, height: 1440 });
  await expectAccessible(page);
  verify();
});

test("a navigation collapsed to icons stays collapsed", async ({ page }) => {
  const { member } = await newOwner("Keller");
  await enter(page, member);
  const items = page.getByRole("link", { name: "Items", exact: true });
  const widthOf = async () => (await items.boundingBox())?.width ?? 0;
  expect(await widthOf()).toBeGreaterThan(100);
  await page.getByRole("button", { name: "Collapse navigation" }).click();
  await expect.poll(widthOf).toBeLessThan(60);
  await page.reload();
  expect(await widthOf()).toBeLessThan(60);
  await expectAccessible(page);
});

test("pages are protected: a policy with a fresh nonce each time, no frames, no foreign types", async ({
  request,
}) => {
  const [first, second] = [await request.get("/login"), await request.get("/login")];
  const policy = first.headers()["content-security-policy"] ?? "";
  expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/]+' 'strict-dynamic';/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe-eval");
  expect(policy).not.toBe(second.headers()["content-security-policy"]);
  expect(first.headers()["x-content-type-options"]).toBe("nosniff");
  expect(first.headers()["referrer-policy"]).toBe("same-origin");
  // Browsers that come by http must not be required to use https.
  expect(first.headers()["strict-transport-security"]).toBeUndefined();
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "-";
  expect((await first.text()).split(`nonce="${nonce}"`).length).toBeGreaterThan(5);
});

/** Security headers of a response, with the nonce removed from the policy because it changes each time. */
function protectionOf(answer: APIResponse) {
  const headers = answer.headers();
  const names = [
    "content-security-policy",
    "x-content-type-options",
    "referrer-policy",
    "permissions-policy",
    "cross-origin-opener-policy",
    "strict-transport-security",
  ];
  return names.map((name) => [name, headers[name]?.replaceAll(/'nonce-[^']+'/g, "'nonce'")]);
}

test("every response below /api/auth has the security headers of pages", async ({ request }) => {
  const page = protectionOf(await request.get("/login"));
  expect(page[0]?.[1]).toContain("'nonce'");
  const names = [
    "signin",
    "signout",
    "error",
    "verify-request",
    "csrf",
    "providers",
    "session",
    "nothing",
    "",
  ];
  const paths = ["/api/auth", ...names.map((name) => `/api/auth/${name}`), "/api/auth/callback/credentials"];
  for (const path of paths) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect([path, ...protectionOf(answer)]).toEqual([path, ...page]);
  }
});

test("a nonce sent by a caller is not the page's", async ({ request }) => {
  const headers = {
    "content-security-policy": "script-src 'nonce-bm90b3Vycw'",
    "x-assay-path": "//evil.example",
  };
  const page = await request.get("/login", { headers });
  expect(await page.text()).not.toContain("bm90b3Vycw");
  const sent = await request.get("/overview", { headers, maxRedirects: 0 });
  expect(sent.headers().location ?? (await sent.text())).not.toContain("evil.example");
});

test("a slow page shows a progress bar within 100 ms", async ({ page }) => {
  await page.clock.install();
  const { member } = await newOwner("Keller");
  await enter(page, member);
  let releaseLease = () => {};
  const held = new Promise<void>((resolve) => {
    releaseLease = resolve;
  });
  await page.route(/\/items\?.*_rsc=/, async (route) => {
    await held;
    await route.continue();
  });
  const loading = page.getByRole("progressbar", { name: "Loading page" });
  await expect(loading).toHaveCount(0);
  // The page's clock is paused and advances only on request.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("navigation").getByRole("link", { name: "Items", exact: true }).click();
  await page.clock.runFor(100);
  await expect(loading).toBeVisible();
  await page.clock.resume();
  releaseLease();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Items");
  await expect(loading).toHaveCount(0);
});

test("offline, a click stays on the page, which says so; the link works once the network is back", async ({
  page,
  context,
}) => {
  const { member } = await newOwner("Keller");
  await enter(page, member);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith("/items")) asked.push(request.url());
  });
  const items = page.getByRole("navigation").getByRole("link", { name: "Items", exact: true });
  const notice = page.getByRole("status").filter({ hasText: "You are offline." });
  await context.setOffline(true);
  await items.click();
  await expect(notice).toBeVisible();
  await expect(page).toHaveURL(pageOf("/overview"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
  expect(asked).toEqual([]);
  await context.setOffline(false);
  await expect(notice).toHaveCount(0);
  await items.click();
  await expect(page).toHaveURL(pageOf("/items"));
});
