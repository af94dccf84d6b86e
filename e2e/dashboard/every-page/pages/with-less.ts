import type { Look } from "./look-at";
import { withoutWebgl } from "./panels";

export const AS_OTHERS: Look[] = [
  { name: "overview, empty", path: () => "/overview", who: "beginner" },
  { name: "without a producer", path: () => "/overview", who: "stranger" },
];

/** Pages whose actions are unavailable while the producer is suspended. */
export const AT_REST = ["overview", "members", "tokens", "settings/privacy"].map(
  (page): Look => ({ name: `${page} of a suspended producer`, path: () => `/${page}`, who: "suspended" }),
);

/** Empty pages, and pages as viewers see them. */
export const WITH_LESS = (
  [
    ...[
      "items",
      "groups",
      "files",
      "scans",
      "unregistered-codes",
      "webhooks",
      "request-log",
      "alerts",
      "cases",
      "alerts/rules",
    ].map((page): Look => ({ name: `${page}, empty`, path: () => `/${page}`, who: "beginner" })),
    { name: "map, empty and drawn", path: () => "/map", who: "beginner", prepare: withoutWebgl },
    ...["items/new", "tokens", "members", "settings", "settings/privacy"].map(
      (page): Look => ({ name: `${page} for a viewer`, path: () => `/${page}`, who: "viewer" }),
    ),
    { name: "alert for a viewer", path: ({ alert }) => `/alerts/${alert}`, who: "viewer" },
    { name: "case for a viewer", path: (world) => `/cases/${world.case}`, who: "viewer" },
    { name: "alert rule for a viewer", path: ({ rule }) => `/alerts/rules/${rule}`, who: "viewer" },
    { name: "hook for a viewer", path: ({ hook }) => `/webhooks/${hook}`, who: "viewer" },
  ] satisfies Look[]
).map((look): Look => ({ ...look, isAgain: true }));
