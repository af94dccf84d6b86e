import type { Look } from "./look-at";
import { dialog, withoutWebgl } from "./panels";

/** Pages for those who run the service. */
export const OF_ADMINS = (
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
