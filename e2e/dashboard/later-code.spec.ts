import { expect, type Locator, test } from "@playwright/test";
import { settled } from "./every-page/look";
import { manyItems } from "./many-items";
import { newUser, signIn } from "./people";

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
