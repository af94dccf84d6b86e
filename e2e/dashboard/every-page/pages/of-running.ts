import { answered, refused } from "../answers";
import type { Look } from "./look-at";
import { OF_IMPORTS } from "./of-imports";
import { OF_JOBS } from "./of-jobs";
import { COLUMNS, choice, dialog, menu, press } from "./panels";
import { SHELL } from "./shell";

/** An owner's pages of webhooks, tokens, members, alerts and settings, including their failures. */
export const OF_RUNNING: Look[] = [
  { name: "hooks", path: () => "/webhooks" },
  {
    name: "new hook",
    path: () => "/webhooks/new",
    panels: [
      {
        name: "the secret",
        open: async (page, say) => {
          await page.getByLabel(say("webhooks.create.url")).fill("https://zephyr-new.invalid/");
          await page.getByRole("checkbox", { name: say("webhooks.create.all") }).check();
          await press(page, say("webhooks.create.submit"));
          await page.locator("[data-secret]").waitFor();
        },
        close: "reload",
      },
    ],
  },
  {
    name: "hook",
    path: ({ hook }) => `/webhooks/${hook}`,
    panels: [
      dialog("test", (say) => say("webhooks.page.sendTest")),
      dialog("replay", (say) => say("webhooks.page.resendFailed")),
      dialog("new secret", (say) => say("webhooks.page.rotate")),
      dialog("delete", (say) => say("webhooks.page.delete")),
      {
        name: "delivery",
        open: async (page, say) => {
          await page
            .getByRole("table", { name: say("webhooks.deliveries.title") })
            .locator("tbody")
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
    isAgain: true,
    path: ({ offHook }) => `/webhooks/${offHook}`,
    panels: [dialog("switch on", (say) => say("webhooks.off.enable"))],
  },
  {
    name: "tokens",
    path: () => "/tokens",
    panels: [
      dialog("new token", (say) => say("tokens.new")),
      dialog("access", (say) => say("tokens.access.changeOf", { name: "First token" })),
      dialog("revoke", (say) => say("tokens.revokeOf", { name: "First token" })),
      {
        name: "the token",
        open: async (page, say) => {
          await press(page, say("tokens.new"));
          await page.getByRole("textbox", { name: say("tokens.create.name") }).fill("Zephyr");
          await page
            .getByRole("dialog")
            .getByRole("button", { name: say("tokens.create.submit"), exact: true })
            .click();
          await page.locator("[data-secret]").waitFor();
        },
        close: "reload",
      },
    ],
  },
  {
    name: "request log",
    path: () => "/request-log",
    panels: [
      {
        name: "a call",
        open: async (page) => {
          await page
            .getByRole("table")
            .getByRole("row")
            .filter({ hasText: "zephyr-missing" })
            .first()
            .click();
          await page.getByRole("dialog").waitFor();
        },
      },
    ],
  },
  { name: "sandbox", path: () => "/sandbox" },
  { name: "request log, nothing matches", path: () => "/request-log?request=zephyr-missing" },
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
  {
    name: "cases",
    path: () => "/cases",
    panels: [
      COLUMNS,
      {
        name: "owner of many",
        open: async (page, say) => {
          await page
            .getByRole("checkbox", { name: say("common.list.select", { name: "#1 Zephyr handbags" }) })
            .check();
          await press(page, say("cases.bulk.owner"));
          await page.getByRole("dialog").waitFor();
        },
        close: "reload",
      },
    ],
  },
  { name: "cases, nothing matches", path: () => "/cases?state=dismissed" },
  { name: "new case", path: () => "/cases/new" },
  {
    name: "case",
    path: (world) => `/cases/${world.case}`,
    panels: [
      dialog("confirm", (say) => say("cases.move.confirmed")),
      dialog("person", (say) => say("cases.people.add")),
      dialog("erase note", (say) => say("cases.timeline.erase")),
    ],
  },
  { name: "edit case", path: (world) => `/cases/${world.case}/edit` },
  {
    name: "alert, added to a case",
    isAgain: true,
    path: ({ alert }) => `/alerts/${alert}`,
    panels: [dialog("case", (say) => say("cases.add.button"))],
  },
  { name: "alert channels", path: () => "/alerts/channels" },
  { name: "new alert channel", path: () => "/alerts/channels/new" },
  {
    name: "alert channel",
    path: ({ channel }) => `/alerts/channels/${channel}`,
    panels: [dialog("delete", (say) => say("alerts.channels.remove.action"))],
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
  ...OF_JOBS,
  ...OF_IMPORTS,
  {
    name: "settings",
    path: () => "/settings",
    panels: [dialog("second factor", (say) => say("settings.secondFactor.require.open"))],
  },
  { name: "activity", path: () => "/settings/audit-log" },
  { name: "storage", path: () => "/settings/storage" },
  {
    name: "privacy",
    path: ({ scan }) => `/settings/privacy?scan=${scan}`,
    panels: [dialog("erase", (say) => say("privacy.person.erase"))],
  },
  { name: "verifying calls", path: () => "/webhooks/verify", panels: SHELL },
  {
    name: "account",
    path: () => "/account",
    panels: [
      choice("languages", (say) => say("settings.account.language")),
      dialog("authenticator app", (say) => say("settings.factors.addApp")),
      dialog("passkey", (say) => say("settings.factors.addPasskey")),
      dialog("other sessions", (say) => say("settings.sessions.others")),
    ],
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
