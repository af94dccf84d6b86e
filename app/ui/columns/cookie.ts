/** The lists whose columns are chosen. */
export const COLUMN_LISTS = [
  "items",
  "groups",
  "scans",
  "deliveries",
  "unregistered-codes",
  "cases",
] as const;
export type ColumnList = (typeof COLUMN_LISTS)[number];

/** The stored choices of this browser. */
export type KeptColumns = Partial<Record<ColumnList, string>>;

/** Cookie with the columns chosen on this device. A cookie lets the server render them. */
export const columnsCookie = (list: ColumnList) => `assay-columns-${list}`;
