import type { ReactNode } from "react";
import type { ListQuery } from "./list-query";
import type { Sortable, Sorting } from "./list-sort-controls";
import type { Selection } from "./selection";

export interface Column<Row> extends Sortable {
  key: string;
  cell: (row: Row) => ReactNode;
  /** CSS width; columns without one share the rest. */
  width?: string;
  align?: "end";
  /** Hides the column in windows narrower than 48em, 75em or 96em. */
  from?: "sm" | "lg" | "xl";
  /** Shows the heading to screen readers only: of a column with buttons. */
  hideHeader?: boolean;
}

export interface DataListProps<Row> {
  /** Accessible name of the list: "Items". */
  label: string;
  query: ListQuery<Row>;
  columns: Column<Row>[];
  rowId: (row: Row) => string;
  /** Name of a row in labels. */
  rowName: (row: Row) => string;
  /** Target of a row; the first column becomes the link. */
  href?: (row: Row) => string;
  /** Used instead of `href` for rows that open something on the page. */
  onOpen?: (row: Row) => void;
  selection?: Selection;
  /** The order of the list; columns with a `sort` change it. */
  sorting?: Sorting & {
    /** Columns that the list may be sorted by while they are hidden. */
    columns?: readonly Sortable[];
  };
  /** `EmptyState` for a list without any rows. */
  empty: ReactNode;
  /** Whether filters are set; then "nothing matches" replaces `empty`. */
  filtered?: boolean;
  onClearFilters?: () => void;
  /** Usual number of rows, for the skeleton. */
  usualRows?: number;
  /** Rows that arrived while the page was open; they are highlighted for a moment. */
  isNew?: (row: Row) => boolean;
}
