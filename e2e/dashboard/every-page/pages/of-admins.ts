import type { Look } from "./look-at";
import { dialog, press, withoutWebgl } from "./panels";

/** Pages of admins. */
export const OF_ADMINS = (
  [
    { name: "overview, for admins", path: () => "/admin/overview" },
    { name: "map, for admins", path: () => "/admin/map", prepare: withoutWebgl },
    {
      name: "producers, for admins",
      path: () => "/admin/producers?q=zephyr",
      panels: [
        dialog("new producer", (say) => say("admin.producers.create.open")),
        {
          name: "the secrets",
          open: async (page, say) => {
            await press(page, say("admin.producers.create.open"));
            const form = page.getByRole("dialog");
            const name = say("admin.producers.create.name");
            await form.getByRole("textbox", { name }).fill("Zephyr made");
            await form.getByRole("button", { name: say("admin.producers.create.submit") }).click();
            await page.locator("[data-secret]").first().waitFor();
          },
          close: "reload",
        },
      ],
    },
    {
      name: "producer, for admins",
      path: ({ producerId }) => `/admin/producers/${producerId}`,
      panels: [
        dialog("suspend", (say) => say("admin.producer.suspend.open")),
        dialog("quotas", (say) => say("storage.change.open")),
        dialog("rename", (say) => say("admin.producer.rename.open")),
        dialog("close", (say) => say("admin.producer.close.open")),
      ],
    },
    { name: "all scans", path: ({ producerId }) => `/admin/scans?producer=${producerId}` },
    { name: "scan, for admins", path: ({ scan }) => `/admin/scans/${scan}` },
    { name: "people", path: () => "/admin/people?q=zephyr" },
    { name: "open invitations", path: () => "/admin/invitations?q=zephyr" },
    { name: "calls by request id, for admins", path: () => "/admin/calls?request=none" },
    { name: "unregistered codes, for admins", path: () => "/admin/codes" },
    { name: "reports of unregistered codes", path: () => "/admin/codes?view=reports" },
    { name: "contested claims", path: () => "/admin/codes?view=claims" },
    {
      name: "phone support",
      path: () => "/admin/phones",
      panels: [dialog("new rule", (say) => say("admin.phones.add"))],
    },
    { name: "system", path: () => "/admin/system" },
  ] satisfies Look[]
).map((look): Look => ({ ...look, who: "admin" }));
