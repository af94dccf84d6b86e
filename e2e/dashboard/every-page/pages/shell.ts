import type { Say } from "../../words";
import type { Panel } from "./look-at";
import { menu, press } from "./panels";

const inAccount = (name: string, entry: (say: Say) => string): Panel => ({
  name,
  open: async (page, say) => {
    await press(page, say("shell.account.open", { name: "Zephyr Owner" }));
    await page.getByRole("menuitem", { name: entry(say), exact: true }).click();
    await page.getByRole("dialog").waitFor();
  },
});

/** Panels that open over every page. */
export const SHELL: Panel[] = [
  menu("producers", (say) => say("shell.producer.switch", { name: "Zephyr" })),
  menu("theme", (say) => say("common.theme.label")),
  menu("language", (say) => say("common.language")),
  menu("account", (say) => say("shell.account.open", { name: "Zephyr Owner" })),
  inAccount("change password", (say) => say("shell.account.changePassword")),
  inAccount("sign out everywhere", (say) => say("shell.account.signOutEverywhere")),
  inAccount("keyboard shortcuts", (say) => say("shell.account.shortcuts")),
  {
    name: "palette",
    open: async (page, say) => {
      await press(page, say("shell.search.open"));
      await page.getByRole("dialog").getByRole("combobox").fill("zephyr");
      await page.getByRole("dialog").getByText("Zephyr Two").first().waitFor();
    },
  },
  {
    name: "navigation of a phone",
    open: async (page, say) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await press(page, say("shell.nav.open"));
      await page.getByRole("dialog").waitFor();
    },
  },
];
