/** The twelve events of the specification's Events part. */
export const EVENTS = [
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

export type EventName = (typeof EVENTS)[number];

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
};
