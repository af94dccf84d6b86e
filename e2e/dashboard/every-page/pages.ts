import type { Page } from "@playwright/test";
import { PASSWORD } from "../people";
import type { Say } from "../words";
import { answered, refused } from "./answers";
import type { World } from "./world";

/** Whoever looks; nobody is not signed in. */
export type Who = "owner" | "viewer" | "stranger" | "beginner" | "admin" | "suspended" | "nobody";

/** Something that opens over a page: a dialog, a drawer, a menu, a list to choose from. */
export interface Panel {
  name: string;
  open: (page: Page, say: Say, world: World) => Promise<void>;
  /** How it is left again. */
  close?: "reload";
}

export interface Look {
  name: string;
  path: (world: World) => string;
  /** Who looks; the owner, where it does not say. */
  who?: Who;
  /** Before the page is loaded. */
  prepare?: (page: Page) => Promise<void>;
  /** It is a page that is looked at in a fuller state, too. */
  isAgain?: true;
  /** It is shown because something fails, of which the browser speaks. */
  fails?: true;
  /** What opens over it, or what it becomes. */
  panels?: Panel[];
}

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();

/** Presses the button of that name, which opens a dialog. */
const dialog = (name: string, button: (say: Say) => string): Panel => ({
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
const menu = (name: string, button: (say: Say) => string, holds: "menu" | "dialog" = "menu"): Panel => ({
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
const choice = (name: string, label: (say: Say) => string): Panel => ({
  name,
  open: async (page, say) => {
    await page
      .getByRole("combobox", { name: label(say) })
      .first()
      .click();
    await page.getByRole("option").first().waitFor();
  },
});

const inAccount = (name: string, entry: (say: Say) => string): Panel => ({
  name,
  open: async (page, say) => {
    await press(page, say("shell.account.open", { name: "Zephyr Owner" }));
    await page.getByRole("menuitem", { name: entry(say), exact: true }).click();
    await page.getByRole("dialog").waitFor();
  },
});

/** As in a browser that cannot draw maps by itself; it stays so for whoever looks. */
async function withoutWebgl(page: Page) {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
}

const SHELL: Panel[] = [
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
      await page.getByRole("dialog").getByText("Zephyr One").waitFor();
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

const PUBLIC: Look[] = [
  { name: "landing page", path: () => "/", who: "nobody" },
  { name: "sign-in", path: () => "/login", who: "nobody" },
  { name: "sign-in before a page", path: () => "/login?next=%2Fitems", who: "nobody" },
  { name: "set-up, closed", path: () => "/setup/none", who: "nobody" },
  {
    name: "set-up",
    path: () => "/setup/open",
    who: "nobody",
    prepare: (page) => answered(page, "setUp.isOpen", true),
    panels: [
      {
        name: "finished, with a demo under way",
        open: async (page, say) => {
          await answered(page, "setUp.finish", { token: "ant_zephyr", ownerKey: "ano_zephyr" });
          await answered(page, "setUp.plantDemo", null);
          await answered(page, "setUp.demoProgress", { state: "underWay", percent: 40, stage: "scans" });
          await page.route("**/api/auth/callback/credentials", (route) =>
            route.fulfill({ json: { url: "/overview" } }),
          );
          await page.getByLabel(say("auth.setUp.name"), { exact: true }).fill("Zephyr");
          await page.getByLabel(say("auth.setUp.email")).fill("zephyr@people.test");
          await page.getByLabel(say("auth.setUp.password"), { exact: true }).fill(PASSWORD);
          await page.getByLabel(say("auth.setUp.producerName")).fill("Zephyr");
          await press(page, say("auth.setUp.submit"));
          await page.getByText(say("auth.setUp.madeTitle")).waitFor();
        },
        close: "reload",
      },
    ],
  },
  { name: "invitation", path: (world) => world.invitation, who: "nobody" },
  { name: "invitation of somebody else", path: (world) => world.invitation, who: "stranger" },
  { name: "invitation, closed", path: () => "/invite/none", who: "nobody", fails: true },
  { name: "no page", path: () => "/zephyr", who: "nobody", fails: true },
];

const FILLED: Look[] = [
  {
    name: "overview",
    path: () => "/overview",
    panels: [
      menu("days", (say) => say("overview.range.own"), "dialog"),
      {
        name: "figures",
        open: async (page, say) => {
          await page.getByText(say("overview.trend.asTable")).click();
          await page.getByRole("region", { name: say("overview.trend.asTable") }).waitFor();
        },
        close: "reload",
      },
    ],
  },
  { name: "overview of a country", path: () => "/overview?range=90d&country=DE" },
  {
    name: "scans of some hours",
    path: () => "/scans?since=2026-01-01T08:00Z&until=2030-01-01T09:00Z&group=none",
  },
  {
    name: "items",
    path: () => "/items",
    panels: [
      menu("columns", (say) => say("items.columns.choose"), "dialog"),
      {
        name: "selection",
        open: async (page, say, { item }) => {
          await page.getByRole("checkbox", { name: say("common.list.select", { name: item }) }).check();
          await page.getByText(say("common.list.selected", { count: 1 }), { exact: true }).waitFor();
        },
        close: "reload",
      },
    ],
  },
  { name: "items, nothing matches", path: () => "/items?q=zephyr-of-nobody" },
  {
    name: "new item",
    path: () => "/items/new",
    panels: [
      dialog("choose a picture", (say) => say("items.editor.image.choose")),
      {
        name: "an info",
        open: (page, say) => press(page, say("items.editor.infos.add")),
        close: "reload",
      },
    ],
  },
  {
    name: "item in a group",
    path: ({ item }) => `/items/${item}`,
    panels: [
      dialog("invalidate", (say) => say("items.danger.invalidate.button")),
      dialog("delete", (say) => say("items.danger.delete.button")),
    ],
  },
  {
    name: "item",
    path: ({ freeItem }) => `/items/${freeItem}`,
    panels: [dialog("add to a group", (say) => say("items.actions.join"))],
  },
  { name: "item, invalidated", path: ({ finalItem }) => `/items/${finalItem}` },
  { name: "item, absent", path: () => "/items/zephyr-of-nobody", fails: true },
  {
    name: "item's editor",
    path: ({ item }) => `/items/${item}/edit`,
    panels: [
      {
        name: "languages",
        open: async (page, say) => {
          await press(page, say("items.editor.languages.add"));
          await page.getByRole("combobox", { name: say("items.editor.languages.add") }).press("ArrowDown");
          await page.getByRole("listbox").filter({ visible: true }).waitFor();
        },
        close: "reload",
      },
    ],
  },
  { name: "groups", path: () => "/groups" },
  { name: "new group", path: () => "/groups/new" },
  {
    name: "group",
    path: ({ group }) => `/groups/${group}`,
    panels: [
      dialog("add items", (say) => say("groups.members.add")),
      {
        name: "add items by a list",
        open: async (page, say) => {
          await press(page, say("groups.members.add"));
          await page.getByRole("tab", { name: say("groups.add.byList") }).click();
          await page.getByRole("textbox", { name: say("groups.add.list") }).waitFor();
        },
      },
      dialog("delete", (say) => say("groups.delete.button")),
    ],
  },
  { name: "group without items", path: ({ emptyGroup }) => `/groups/${emptyGroup}` },
  { name: "group's editor", path: ({ group }) => `/groups/${group}/edit` },
  { name: "contents", path: () => "/contents" },
  {
    name: "content",
    path: ({ picture }) => `/contents/${picture}`,
    panels: [dialog("delete", (say) => say("common.delete"))],
  },
  { name: "content that is no picture", path: ({ text }) => `/contents/${text}` },
  {
    name: "scans",
    path: () => "/scans",
    panels: [
      choice("verdicts", (say) => say("scans.filters.verdict")),
      choice("assessments", (say) => say("scans.filters.assessment")),
      choice("countries", (say) => say("scans.filters.country")),
    ],
  },
  { name: "scans, nothing matches", path: () => "/scans?country=FJ&verdict=unknown" },
  { name: "scans, suspicious ones", path: () => "/scans?suspicious=any" },
  { name: "scan", path: ({ scan }) => `/scans/${scan}` },
  { name: "scan, suspicious", path: ({ suspiciousScan }) => `/scans/${suspiciousScan}` },
  { name: "scan that tells nothing", path: ({ bareScan }) => `/scans/${bareScan}` },
  { name: "map", path: () => "/map", panels: [choice("ranges", (say) => say("map.filters.range"))] },
  {
    name: "map, a part and own days",
    path: () => "/map?mode=countries&from=2026-01-01&to=2026-12-31&box=0,40,30,60",
  },
  {
    name: "sightings",
    path: () => "/sightings",
    panels: [
      {
        name: "one identifier",
        open: async (page, _say, { unknown }) => {
          await page.getByRole("button", { name: unknown, exact: true }).click();
          await page.getByRole("dialog").waitFor();
        },
      },
    ],
  },
  { name: "hooks", path: () => "/hooks" },
  {
    name: "new hook",
    path: () => "/hooks/new",
    panels: [
      {
        name: "the secret",
        open: async (page, say) => {
          await page.getByLabel(say("hooks.create.url")).fill("https://zephyr-new.invalid/");
          await page.getByRole("checkbox", { name: say("hooks.create.all") }).check();
          await press(page, say("hooks.create.submit"));
          await page.locator("[data-secret]").waitFor();
        },
        close: "reload",
      },
    ],
  },
  {
    name: "hook",
    path: ({ hook }) => `/hooks/${hook}`,
    panels: [
      dialog("test", (say) => say("hooks.page.sendTest")),
      dialog("replay", (say) => say("hooks.page.replayFailed")),
      dialog("new secret", (say) => say("hooks.page.rotate")),
      dialog("delete", (say) => say("hooks.page.delete")),
      {
        name: "delivery",
        open: async (page, say) => {
          await page
            .getByRole("table", { name: say("hooks.deliveries.title") })
            .getByRole("button")
            .first()
            .click();
          await page.getByRole("dialog").waitFor();
        },
      },
    ],
  },
  {
    name: "hook, switched off",
    path: ({ offHook }) => `/hooks/${offHook}`,
    panels: [dialog("switch on", (say) => say("hooks.off.switchOn"))],
  },
  {
    name: "tokens",
    path: () => "/tokens",
    panels: [
      dialog("new token", (say) => say("tokens.new")),
      dialog("revoke", (say) => say("tokens.revokeOf", { name: "First token" })),
      {
        name: "the token",
        open: async (page, say) => {
          await press(page, say("tokens.new"));
          await page.getByRole("textbox", { name: say("tokens.create.name") }).fill("Zephyr");
          await press(page, say("tokens.create.submit"));
          await page.locator("[data-secret]").waitFor();
        },
        close: "reload",
      },
    ],
  },
  {
    name: "members",
    path: () => "/members",
    panels: [
      dialog("invite", (say) => say("members.invite.open")),
      menu("actions", (say) => say("members.actionsFor", { name: "Zephyr Viewer" })),
      choice("roles", (say) => say("members.roleOf", { name: "Zephyr Viewer" })),
      {
        name: "remove",
        open: async (page, say) => {
          await press(page, say("members.actionsFor", { name: "Zephyr Viewer" }));
          await page.getByRole("menuitem", { name: say("members.remove.open"), exact: true }).click();
          await page.getByRole("dialog").waitFor();
        },
      },
    ],
  },
  { name: "alerts", path: () => "/alerts?state=all" },
  { name: "alerts, nothing matches", path: () => "/alerts?state=confirmed" },
  {
    name: "alert",
    path: ({ alert }) => `/alerts/${alert}`,
    panels: [dialog("acknowledge", (say) => say("alerts.move.acknowledged"))],
  },
  {
    name: "alert, acknowledged",
    path: ({ acknowledgedAlert }) => `/alerts/${acknowledgedAlert}`,
    panels: [dialog("false alarm", (say) => say("alerts.move.falseAlarm"))],
  },
  { name: "alert rules", path: () => "/alerts/rules" },
  {
    name: "new alert rule",
    path: () => "/alerts/rules/new",
    panels: [choice("windows", (say) => say("alerts.form.window"))],
  },
  {
    name: "alert rule",
    path: ({ rule }) => `/alerts/rules/${rule}`,
    panels: [dialog("delete", (say) => say("alerts.form.delete"))],
  },
  { name: "activity", path: () => "/settings/activity" },
  {
    name: "privacy",
    path: ({ scan }) => `/settings/privacy?scan=${scan}`,
    panels: [dialog("erase", (say) => say("privacy.person.erase"))],
  },
  { name: "verifying calls", path: () => "/hooks/verify", panels: SHELL },
  {
    name: "settings",
    path: () => "/settings",
    panels: [choice("languages", (say) => say("settings.account.language"))],
  },
  { name: "no page, signed in", path: () => "/zephyr", fails: true },
  {
    name: "a page that has failed",
    path: ({ item }) => `/items/${item}`,
    prepare: (page) => answered(page, "items.get", {}),
    fails: true,
  },
  {
    name: "a list that cannot be loaded",
    path: () => "/groups",
    prepare: (page) => refused(page, "groups.list"),
    fails: true,
  },
];

const AS_OTHERS: Look[] = [
  { name: "overview, empty", path: () => "/overview", who: "beginner" },
  { name: "without a producer", path: () => "/overview", who: "stranger" },
];

/** Pages with nothing on them yet, and for those who may only look. */
const WITH_LESS = (
  [
    ...["items", "groups", "contents", "scans", "sightings", "hooks", "alerts", "alerts/rules"].map(
      (page): Look => ({ name: `${page}, empty`, path: () => `/${page}`, who: "beginner" }),
    ),
    { name: "map, empty and drawn", path: () => "/map", who: "beginner", prepare: withoutWebgl },
    ...["items/new", "tokens", "members", "settings", "settings/privacy"].map(
      (page): Look => ({ name: `${page} for a viewer`, path: () => `/${page}`, who: "viewer" }),
    ),
    { name: "alert for a viewer", path: ({ alert }) => `/alerts/${alert}`, who: "viewer" },
    { name: "alert rule for a viewer", path: ({ rule }) => `/alerts/rules/${rule}`, who: "viewer" },
    { name: "hook for a viewer", path: ({ hook }) => `/hooks/${hook}`, who: "viewer" },
  ] satisfies Look[]
).map((look): Look => ({ ...look, isAgain: true }));

const OF_ADMINS = (
  [
    { name: "overview, for admins", path: () => "/admin/overview" },
    { name: "map, for admins", path: () => "/admin/map", prepare: withoutWebgl },
    { name: "producers, for admins", path: () => "/admin/producers?q=zephyr" },
    {
      name: "producer, for admins",
      path: ({ producerId }) => `/admin/producers/${producerId}`,
      panels: [dialog("suspend", (say) => say("admin.producer.suspend.open"))],
    },
    { name: "all scans", path: ({ producerId }) => `/admin/scans?producer=${producerId}` },
    { name: "scan, for admins", path: ({ scan }) => `/admin/scans/${scan}` },
    {
      name: "phone support",
      path: () => "/admin/phones",
      panels: [dialog("new rule", (say) => say("admin.phones.add"))],
    },
    { name: "system", path: () => "/admin/system" },
  ] satisfies Look[]
).map((look): Look => ({ ...look, who: "admin" }));

/** Every page, in every state that looks different. */
export const LOOKS: Look[] = [
  ...PUBLIC,
  ...FILLED,
  ...AS_OTHERS,
  ...WITH_LESS,
  ...OF_ADMINS,
  { name: "overview of a suspended producer", path: () => "/overview", who: "suspended" },
];
