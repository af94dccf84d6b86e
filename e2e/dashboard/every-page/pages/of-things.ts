import type { Page } from "@playwright/test";
import type { Say } from "../../words";
import type { Look, Panel } from "./look-at";
import { COLUMNS, choice, dialog, EXPORT, menu, press } from "./panels";

/** Panel of an action on a selected item. */
const ofSelection = (name: string, open: (page: Page, say: Say) => Promise<void>): Panel => ({
  name,
  open: async (page, say, { item }) => {
    await page.getByRole("checkbox", { name: say("common.list.select", { name: item }) }).check();
    await open(page, say);
  },
  close: "reload",
});

/** Dialog of the chosen view. */
const ofView = (name: string, action: (say: Say) => string): Panel => ({
  name,
  open: async (page, say) => {
    await press(page, say("common.views.changed", { name: "Zephyr view" }));
    await page.getByRole("menuitem", { name: action(say), exact: true }).click();
    await page.getByRole("dialog").waitFor();
  },
});

/** An owner's pages of items, files and scans. */
export const OF_THINGS: Look[] = [
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
  { name: "overview of a country", isAgain: true, path: () => "/overview?range=90d&country=DE" },
  {
    name: "scans of some hours",
    path: () => "/scans?since=2026-01-01T08:00Z&until=2030-01-01T09:00Z&group=none",
  },
  {
    name: "items",
    path: () => "/items",
    panels: [
      menu("more", (say) => say("items.more.open")),
      menu("views", (say) => say("common.views.title")),
      COLUMNS,
      EXPORT,
      {
        name: "selection",
        open: async (page, say, { item }) => {
          await page.getByRole("checkbox", { name: say("common.list.select", { name: item }) }).check();
          await page.getByText(say("common.list.selected", { count: 1 }), { exact: true }).waitFor();
        },
        close: "reload",
      },
      ofSelection("actions", async (page, say) => {
        await press(page, say("items.bulk.actions"));
        await page.getByRole("menu").waitFor();
      }),
      ofSelection("set field", async (page, say) => {
        await press(page, say("items.bulk.field.title"));
        await page.getByRole("dialog").waitFor();
      }),
      ...(["invalidate", "delete"] as const).map((action) =>
        ofSelection(`${action} many`, async (page, say) => {
          await press(page, say("items.bulk.actions"));
          await page.getByRole("menuitem", { name: say(`items.bulk.${action}.title`) }).click();
          await page.getByRole("dialog").waitFor();
        }),
      ),
    ],
  },
  {
    name: "items of a view",
    path: ({ view }) => `/items?q=zephyr-missing&view=${view}`,
    panels: [
      menu("views", (say) => say("common.views.changed", { name: "Zephyr view" })),
      ofView("save view", (say) => say("common.views.saveNew")),
      ofView("rename view", (say) => say("common.views.rename")),
      ofView("delete view", (say) => say("common.views.delete")),
    ],
  },
  { name: "items, nothing matches", path: () => "/items?q=zephyr-missing" },
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
    isAgain: true,
    path: ({ item }) => `/items/${item}`,
    panels: [
      dialog("invalidate", (say) => say("items.danger.invalidate.button")),
      dialog("delete", (say) => say("items.danger.delete.button")),
    ],
  },
  {
    name: "item",
    path: ({ freeItem }) => `/items/${freeItem}`,
    panels: [
      dialog("add to a group", (say) => say("items.actions.join")),
      {
        name: "no such group",
        open: async (page, say) => {
          await press(page, say("items.actions.join"));
          await page.getByRole("combobox", { name: say("items.group") }).fill("zephyr-missing");
          await page.getByRole("option", { name: say("items.groupSelect.nothing") }).waitFor();
        },
        close: "reload",
      },
    ],
  },
  { name: "item, invalidated", path: ({ finalItem }) => `/items/${finalItem}` },
  { name: "item, absent", path: () => "/items/zephyr-missing", fails: true },
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
  { name: "groups", path: () => "/groups", panels: [COLUMNS] },
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
  { name: "contents", path: () => "/files" },
  {
    name: "content",
    path: ({ picture }) => `/files/${picture}`,
    panels: [dialog("delete", (say) => say("files.one.deleteAction"))],
  },
  { name: "content that is no picture", path: ({ text }) => `/files/${text}` },
  {
    name: "scans",
    path: () => "/scans",
    panels: [
      choice("verdicts", (say) => say("scans.filters.verdict")),
      choice("assessments", (say) => say("scans.filters.assessment")),
      choice("countries", (say) => say("scans.filters.country")),
      EXPORT,
    ],
  },
  { name: "scans, nothing matches", path: () => "/scans?country=FJ&verdict=unknown" },
  { name: "scans, suspicious ones", path: () => "/scans?finding=any" },
  { name: "scan", path: ({ scan }) => `/scans/${scan}` },
  { name: "scan, suspicious", path: ({ suspiciousScan }) => `/scans/${suspiciousScan}` },
  { name: "scan that tells nothing", path: ({ bareScan }) => `/scans/${bareScan}` },
  { name: "map", path: () => "/map", panels: [choice("ranges", (say) => say("map.filters.range"))] },
  {
    name: "map, a part and own days",
    isAgain: true,
    path: () => "/map?mode=countries&from=2026-01-01&to=2026-12-31&box=0,40,30,60",
  },
  { name: "code patterns", path: () => "/unregistered-codes/patterns" },
  {
    name: "sightings",
    path: () => "/unregistered-codes",
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
];
