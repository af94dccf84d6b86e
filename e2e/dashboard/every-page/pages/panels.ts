import type { Page } from "@playwright/test";
import type { Say } from "../../words";
import type { Panel } from "./look-at";

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true }).click();

/** Panel that opens a dialog with a named button. */
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

/** Panel that opens a menu or popover with a named button. */
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

/** Panel that opens a list of options. */
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

/** The dialog that exports a list, with its columns. */
export const EXPORT: Panel = {
  name: "export",
  open: async (page, say) => {
    await press(page, say("common.export.open"));
    await page.getByRole("dialog").getByRole("checkbox").first().waitFor();
  },
};

/** The choice of a list's columns. */
export const COLUMNS: Panel = {
  name: "columns",
  open: async (page, say) => {
    await press(page, say("common.columns.choose"));
    await page.getByRole("dialog").getByRole("checkbox").first().waitFor();
  },
};

/** Emulate a browser without WebGL; lasts for the whole page. */
export async function withoutWebgl(page: Page) {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
}
