"use client";

import { useRef } from "react";
import { ListFrame } from "./data-list-frame";
import type { DataListProps } from "./data-list-props";
import { Rows } from "./data-list-rows";
import { ListFoot } from "./list-parts";

interface ShortListProps<Row> extends DataListProps<Row> {
  /** Hides the footer, for an excerpt of a longer list. */
  excerpt?: boolean;
}

/** List of a few rows, like `DataList`, with all of them in the document: its page loads less script. */
export function ShortList<Row>({ excerpt = false, ...props }: ShortListProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { query, isNew } = props;
  return (
    <ListFrame
      {...props}
      rows={<Rows {...props} body={body} />}
      foot={
        (!excerpt || query.failure !== undefined) && <ListFoot query={query} isLive={isNew !== undefined} />
      }
    />
  );
}
