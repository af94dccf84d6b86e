import { expect, type Locator, type Page, test } from "@playwright/test";
import { newGate } from "@/server/testing/gate";
import { newProducer } from "../credentials";
import { settled } from "./every-page/look";
import { manyItems } from "./many-items";
import { newUser, PASSWORD, signIn } from "./people";

// Holds decision 0090.

/** Holds the scripts of all pages until they are released. */
async function holdScripts(page: Page): Promise<() => void> {
  const gate = newGate();
  await page.route("**/_next/static/**/*.js", async (route) => {
    await gate.opened;
    await route.continue();
  });
  return gate.open;
}

const navigationWidth = (page: Page) =>
  page.getByRole("link", { name: "Items", exact: true }).evaluate((link) => link.clientWidth);

test("a button that is pressed before the code of the page has loaded takes effect, once", async ({
  page,
}) => {
  const { producerId } = await newProducer("Early press");
  await signIn(page, await newUser(producerId, "viewer"));
  const release = await holdScripts(page);
  await page.goto("/account", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Collapse navigation" }).click();
  expect(await navigationWidth(page)).toBeGreaterThan(100);
  release();
  await expect.poll(() => navigationWidth(page)).toBeLessThan(60);
  await settled(page);
  expect(await navigationWidth(page)).toBeLessThan(60);
  await page.getByRole("button", { name: "Expand navigation" }).click();
  await expect.poll(() => navigationWidth(page)).toBeGreaterThan(100);
});

test("a form that is sent before the code of the page has loaded is sent once it has", async ({ page }) => {
  const { producerId } = await newProducer("Early form");
  const { email } = await newUser(producerId, "viewer");
  const release = await holdScripts(page);
  await page.goto("/login", { waitUntil: "commit" });
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  release();
  await page.waitForURL("**/overview");
  expect(loads.filter((load) => load.endsWith("/login"))).toEqual([]);
});

test("menus and dialogs take the first press of a key before their code has come, and return the focus", async ({
  page,
}) => {
  const { producerId, item } = await manyItems("Late code", 3);
  await signIn(page, await newUser(producerId, "owner"));
  await page.goto(`/p/${producerId}/items`);
  await settled(page);
  let held = Promise.resolve();
  await page.route("**/_next/static/**", async (route) => {
    await held;
    await route.continue();
  });
  /** Presses Enter on a button while no code arrives. */
  const pressEarly = async (button: Locator) => {
    let release = () => {};
    held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await button.press("Enter");
    release();
  };

  for (const name of ["Theme", "Views", "Codes and labels"]) {
    const button = page.getByRole("button", { name, exact: true });
    const entries = page
      .getByRole("menu", { name })
      .getByRole(name === "Theme" ? "menuitemradio" : "menuitem");
    await expect(button).toHaveAttribute("aria-expanded", "false");
    await pressEarly(button);
    await expect(entries.first()).toBeFocused();
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await page.keyboard.press("ArrowDown");
    await expect(entries.nth(1)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(button).toBeFocused();
    await expect(button).toHaveAttribute("aria-expanded", "false");
  }

  await page.goto(`/p/${producerId}/items/${item}`);
  await settled(page);
  const dialog = page.getByRole("dialog");
  for (const name of ["Add to group", "Delete item"]) {
    const button = page.locator("#main").getByRole("button", { name });
    await pressEarly(button);
    await expect(dialog.locator("input").first()).toBeFocused();
    await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
    await expect(button).toBeFocused();
  }
});
