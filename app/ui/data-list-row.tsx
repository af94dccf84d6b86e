"use client";

import { type MouseEvent as Click, type KeyboardEvent, type ReactNode, type Ref, useState } from "react";
import classes from "./data-list.module.css";
import { AS } from "./list-parts";

interface ListRowProps {
  index: number;
  isSelected: boolean;
  /** Highlights the row if it appears for the first time. */
  isNew: boolean;
  opens: boolean;
  measure: Ref<HTMLTableRowElement> | undefined;
  onClick: (event: Click) => void;
  onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => void;
  onFocus: () => void;
  onBlur: () => void;
  children: ReactNode;
}

/** Row of a list. `children` are its cells. */
export function ListRow({ index, isSelected, isNew, opens, measure, children, ...on }: ListRowProps) {
  const [isHighlighted] = useState(isNew);
  return (
    <tr
      {...AS.row}
      ref={measure}
      tabIndex={-1}
      // The head is the first row.
      aria-rowindex={index + 2}
      data-index={index}
      data-selected={isSelected || undefined}
      data-new={isHighlighted || undefined}
      data-opens={opens || undefined}
      {...on}
    >
      {children}
    </tr>
  );
}

/** Height of rows that are not rendered. */
export function Gap({ height }: { height: number }) {
  return (
    <tr aria-hidden className={classes.gap}>
      <td style={{ height }} />
    </tr>
  );
}
