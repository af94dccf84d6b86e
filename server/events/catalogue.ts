import type { Scope } from "@/server/core/scopes";

/** The twelve events of the specification's Events part, for which `*` stands. */
export const SPECIFIED_EVENTS = [
  "contentCreated",
  "contentDeleted",
  "groupCreated",
  "groupDeleted",
  "groupModified",
  "itemAddedToGroup",
  "itemCreated",
  "itemDeletedFromGroup",
  "itemDeleted",
  "itemInvalidated",
  "itemModified",
  "itemScanned",
] as const;

/** Events beyond the specification. Only webhooks that name one receive it: `*` never includes them (decision 0077). */
export const EXTENSION_EVENTS = [
  "alertOpened",
  "alertResolved",
  "auditEventRecorded",
  "caseChanged",
] as const;

export const EVENTS = [...SPECIFIED_EVENTS, ...EXTENSION_EVENTS] as const;

export type SpecifiedEvent = (typeof SPECIFIED_EVENTS)[number];
export type ExtensionEvent = (typeof EXTENSION_EVENTS)[number];
export type EventName = (typeof EVENTS)[number];

const EXTENSIONS: ReadonlySet<string> = new Set(EXTENSION_EVENTS);

export const isExtension = (event: string): event is ExtensionEvent => EXTENSIONS.has(event);

/** The scope that reads what an extension event tells: a token needs it to create a webhook that names the event. */
export const SCOPE_OF: Record<ExtensionEvent, Scope> = {
  alertOpened: "alerts:read",
  alertResolved: "alerts:read",
  auditEventRecorded: "audit:read",
  caseChanged: "cases:read",
};

/** What causes each event, as a sentence. */
export const CAUSES: Record<EventName, string> = {
  contentCreated: "A file is stored.",
  contentDeleted: "A file is deleted.",
  groupCreated: "A group is created.",
  groupDeleted: "A group is deleted. Its items get no event of their own.",
  groupModified: "A group is changed.",
  itemAddedToGroup: "An item joins a group.",
  itemCreated: "An item is created.",
  itemDeletedFromGroup: "An item leaves a group.",
  itemDeleted: "An item is deleted.",
  itemInvalidated: "An item is invalidated, which is final.",
  itemModified: "An item is changed.",
  itemScanned: "An item is scanned, by the API or the verify page.",
  alertOpened: "An alert rule opens an alert.",
  alertResolved: "A member confirms an alert or marks it as a false alarm, which is final.",
  auditEventRecorded: "The audit log of the producer has a new event.",
  caseChanged: "A case is opened or changed, or its timeline has a new entry.",
};
