"use client";

import { useRef } from "react";
import { ListFrame } from "./data-list-frame";
import { useLoadOnScroll } from "./data-list-loading";
import type { DataListProps } from "./data-list-props";
import { Rows } from "./data-list-rows";
import { useRowWindow } from "./data-list-window";
import { ListFoot } from "./list-parts";

export type { Column } from "./data-list-props";

/**
 * List that renders the rows near the window and loads further pages while the page is scrolled. Rows open with a click,
 * Enter or their link; `j` and `k` move the focus, `x` selects, Shift with a click or an arrow key selects a range. In
 * narrow windows every row becomes a card.
 */
export function DataList<Row>(props: DataListProps<Row>) {
  return <ListFrame {...props} rows={<NearRows {...props} />} foot={<Foot {...props} />} />;
}

function NearRows<Row>(props: DataListProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const near = useRowWindow({ name: props.label, ids: props.query.rows.map(props.rowId), body });
  return <Rows {...props} body={body} near={near} />;
}

function Foot<Row>({ query, isNew }: DataListProps<Row>) {
  const foot = useRef<HTMLDivElement>(null);
  useLoadOnScroll(query, foot);
  return <ListFoot ref={foot} query={query} isLive={isNew !== undefined} />;
}
