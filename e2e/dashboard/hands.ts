import { expect, type Locator, type Page } from "@playwright/test";

type Role = "button" | "link" | "textbox" | "combobox" | "checkbox" | "radio" | "option" | "searchbox";

/** A way to operate the page: the same journey runs with a mouse and by keyboard. */
export interface Hands {
  /** Open a page of the navigation. */
  goTo(name: string, keys: string): Promise<void>;
  /** Press the create button of a list: "New item". */
  create(name: string): Promise<void>;
  press(role: Role, name: string | RegExp): Promise<void>;
  type(name: string | RegExp, text: string): Promise<void>;
}

const named = (page: Page, role: Role, name: string | RegExp): Locator =>
  page.getByRole(role, { name, exact: typeof name === "string" }).first();

const arrived = (page: Page, name: string) =>
  expect(page.getByRole("heading", { level: 1 })).toHaveText(name);

export const byMouse = (page: Page): Hands => ({
  async goTo(name) {
    await page.getByRole("navigation").getByRole("link", { name, exact: true }).click();
    await arrived(page, name);
  },
  create: (name) => page.getByRole("link", { name }).first().click(),
  press: (role, name) => named(page, role, name).click(),
  type: (name, text) => named(page, "textbox", name).fill(text),
});

const MAX_STEPS = 150;

/** Wait until an open window has taken the focus: before that it would move the focus once more. */
const focusIsIn = (page: Page) =>
  page.waitForFunction(() => {
    const window = document.querySelector("[role=dialog][aria-modal=true]");
    return window === null || window.contains(document.activeElement);
  });

/** Press Tab until the wanted element has the focus. */
export async function tabTo(page: Page, role: Role, name: string | RegExp): Promise<void> {
  const target = named(page, role, name);
  await expect(target).toBeVisible();
  await focusIsIn(page);
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`The keyboard does not reach ${name}.`);
}

const KEY_OF: Partial<Record<Role, string>> = { checkbox: "Space", radio: "Space" };

export const byKeyboard = (page: Page): Hands => ({
  async goTo(name, keys) {
    for (const key of keys.split(" ")) await page.keyboard.press(key);
    await arrived(page, name);
  },
  async create(name) {
    await named(page, "link", name).waitFor();
    await page.keyboard.press("c");
  },
  async press(role, name) {
    await tabTo(page, role, name);
    await page.keyboard.press(KEY_OF[role] ?? "Enter");
  },
  async type(name, text) {
    await tabTo(page, "textbox", name);
    await page.keyboard.type(text);
  },
});
