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
