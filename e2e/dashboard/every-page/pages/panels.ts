import type { Page } from "@playwright/test";
import type { Say } from "../../words";
import type { Panel } from "./look-at";

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true }).click();

/** Presses the button of that name, which opens a dialog. */
export const dialog = (name: string, button: (say: Say) => string): Panel => ({
  name,
  open: async (page, say) => {
    await page
      .getByRole("button", { name: button(say), exact: true })
      .first()
      .click();
    await page.getByRole("dialog").waitFor();
  },
});

/** Presses the button of that name, which opens a menu or a popover. */
export const menu = (
  name: string,
  button: (say: Say) => string,
  holds: "menu" | "dialog" = "menu",
): Panel => ({
  name,
  open: async (page, say) => {
    await page
      .getByRole("button", { name: button(say) })
      .first()
      .click();
    await page.getByRole(holds).waitFor();
  },
});

/** Opens a list to choose from. */
export const choice = (name: string, label: (say: Say) => string): Panel => ({
  name,
  open: async (page, say) => {
    await page
      .getByRole("combobox", { name: label(say) })
      .first()
      .click();
    await page.getByRole("option").first().waitFor();
  },
});

/** As in a browser that cannot draw maps by itself; it stays so for whoever looks. */
export async function withoutWebgl(page: Page) {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
}
