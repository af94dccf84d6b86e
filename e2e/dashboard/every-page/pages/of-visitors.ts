import { PASSWORD } from "../../people";
import { answered } from "../answers";
import type { Look } from "./look-at";
import { press } from "./panels";

/** Pages for signed-out visitors and for people with a link. */
export const OF_VISITORS: Look[] = [
  { name: "landing page", path: () => "/", who: "visitor" },
  { name: "landing page, no code", path: () => "/?code=", who: "visitor" },
  { name: "demo", path: () => "/demo", who: "visitor" },
  { name: "demo, refused", path: () => "/demo?refused=busy", who: "visitor" },
  { name: "API reference", path: () => "/docs", who: "visitor" },
  {
    name: "API reference, calls",
    path: () => "/docs/items",
    who: "visitor",
    // The tried call is refused.
    fails: true,
    panels: [
      {
        name: "form of a call",
        open: async (page, say) => {
          await page
            .getByRole("button", { name: new RegExp(`^${say("docs.try.open")}`) })
            .first()
            .click();
          await page.getByLabel(say("docs.try.body")).fill("{}");
          await press(page, say("docs.try.send"));
          await page.getByText(/^Status 403 /).waitFor();
        },
        close: "reload",
      },
    ],
  },
  { name: "API reference, jobs", path: () => "/docs/jobs", who: "visitor" },
  { name: "API reference, events", path: () => "/docs/events", who: "visitor" },
  { name: "API reference, errors", path: () => "/docs/errors", who: "visitor" },
  { name: "API reference, guide", path: () => "/docs/guides/scanner-app", who: "visitor" },
  { name: "API reference, tables", path: () => "/docs/guides/limits", who: "visitor" },
  { name: "API reference, search", path: () => "/docs/search?q=thumbnail", who: "visitor" },
  { name: "sign-in", path: () => "/login", who: "visitor" },
  { name: "forgot password", path: () => "/forgot-password", who: "visitor" },
  { name: "a used password link", path: () => "/reset-password/used", who: "visitor", fails: true },
  { name: "sign-in before a page", path: () => "/login?next=%2Fitems", who: "visitor" },
  { name: "set-up, closed", path: () => "/setup/none", who: "visitor" },
  {
    name: "set-up",
    path: () => "/setup/open",
    who: "visitor",
    prepare: (page) => answered(page, "setUp.isOpen", true),
    panels: [
      {
        name: "finished, with a demo under way",
        open: async (page, say) => {
          await answered(page, "setUp.finish", { token: "ant_zephyr", ownerKey: "ano_zephyr" });
          await answered(page, "setUp.seedDemo", null);
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
  { name: "invitation", path: (world) => world.invitation, who: "visitor" },
  { name: "invitation for another person", path: (world) => world.invitation, who: "stranger" },
  { name: "invitation, closed", path: () => "/invite/none", who: "visitor", fails: true },
  { name: "no page", path: () => "/zephyr", who: "visitor", fails: true },
];
