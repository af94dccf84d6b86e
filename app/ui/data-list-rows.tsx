"use client";

import {
  type ChangeEvent,
  type MouseEvent as Click,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
} from "react";
import { useTranslations } from "use-intl";
import classes from "./data-list.module.css";
import type { Column, DataListProps } from "./data-list-props";
import { Gap, ListRow } from "./data-list-row";
import { Link, useRouter } from "./link";
import { AS } from "./list-parts";
import { startNavigation } from "./navigation-start";
import { focusRow, rowAt, shownRows, useRowShortcuts } from "./row-keys";
import { useRowSelection } from "./selection";

const isLink = (target: EventTarget) => target instanceof Element && target.closest("a, button") !== null;

/** Whether Shift was held: then the click on the row selects a range. */
const isShifted = ({ nativeEvent }: ChangeEvent) => nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest("a, button, input, label, [role=menu]") !== null;

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Cells by row: React skips those that it has already rendered. */
function useCells<Row>({ columns, href, onOpen }: DataListProps<Row>): (id: string, row: Row) => ReactNode {
  const content = (row: Row, { cell }: Column<Row>, isFirst: boolean) => {
    if (!isFirst || (!href && !onOpen)) return cell(row);
    return href ? (
      <Link href={href(row)} className={classes.link}>
        {cell(row)}
      </Link>
    ) : (
      <button type="button" className={classes.link} onClick={() => onOpen?.(row)}>
        {cell(row)}
      </button>
    );
  };
  const cellsOf = (row: Row) =>
    columns.map((column, place) => (
      <td
        key={column.key}
        {...AS.cell}
        data-label={column.header}
        data-align={column.align}
        data-from={column.from}
        data-first={place === 0 || undefined}
      >
        {content(row, column, place === 0)}
      </td>
    ));
  // biome-ignore lint/correctness/useExhaustiveDependencies: other props do not change what cells show.
  return useMemo(() => {
    const kept = new Map<string, { row: Row; cells: ReactNode }>();
    return (id, row) => {
      const known = kept.get(id);
      if (known?.row === row) return known.cells;
      const cells = cellsOf(row);
      kept.set(id, { row, cells });
      return cells;
    };
  }, [columns, href, onOpen]);
}

/** A row by its place in the list, or the height of rows that are not rendered. */
export type Part = { index: number } | { gap: number; before: string };

/** The rows of a long list that are near the window. */
export interface RowWindow {
  parts: Part[];
  /** Ref of every row. */
  measure: ((row: HTMLTableRowElement | null) => void) | undefined;
  focus: (index: number) => void;
  /** Keeps the row with the focus in the document. */
  keep: (id: string | undefined) => void;
}

interface RowsProps<Row> extends DataListProps<Row> {
  body: RefObject<HTMLTableSectionElement | null>;
  /** Without it, all rows are rendered. */
  near?: RowWindow;
}

/** The rows of a list. */
export function Rows<Row>({ body, near, ...props }: RowsProps<Row>) {
  const { query, rowId, rowName, href, onOpen, selection, isNew } = props;
  const t = useTranslations("common.list");
  const router = useRouter();
  const cells = useCells(props);
  const open = (row: Row) => (href ? startNavigation() && router.push(href(row)) : onOpen?.(row));
  const ids = query.rows.map(rowId);
  const { selected, toggle, extend } = useRowSelection(ids, selection);
  const parts: Part[] = near?.parts ?? ids.map((_, index) => ({ index }));
  const focus = near?.focus ?? ((index: number) => focusRow(rowAt(body.current, index)));
  useRowShortcuts({
    count: () => ids.length,
    shown: () => shownRows(body.current),
    focus,
    select: (index) => {
      const id = ids[index];
      if (id !== undefined) toggle(id);
    },
  });

  // A row that leaves the window and returns is not new again.
  const announced = useRef(new Set<string>());
  useEffect(() => {
    if (!isNew) return;
    for (const part of parts) {
      const row = "index" in part ? query.rows[part.index] : undefined;
      if (row !== undefined && isNew(row)) announced.current.add(rowId(row));
    }
  });

  const onRowKey = (row: Row, index: number) => (event: KeyboardEvent<HTMLTableRowElement>) => {
    const { key, shiftKey, target, currentTarget } = event;
    if (key === "Enter" && target === currentTarget) return open(row);
    const to = index + (STEPS[key] ?? 0);
    const id = ids[to];
    if (!selection || !shiftKey || to === index || id === undefined) return;
    event.preventDefault();
    focus(to);
    extend(id, ids[index]);
  };

  const onRowClick = (row: Row) => (event: Click) => {
    if (selection && event.shiftKey && !isLink(event.target)) {
      // The range replaces what the click itself does to a checkbox.
      window.getSelection()?.removeAllRanges();
      return extend(rowId(row));
    }
    if (isControl(event.target) || window.getSelection()?.toString()) return;
    if (href && (event.metaKey || event.ctrlKey)) window.open(href(row), "_blank", "noopener");
    else open(row);
  };

  const rendered = (index: number) => {
    const row = query.rows[index];
    const id = ids[index];
    if (row === undefined || id === undefined) return null;
    const isSelected = selected.has(id);
    return (
      <ListRow
        key={id}
        index={index}
        isSelected={isSelected}
        isNew={isNew?.(row) === true && !announced.current.has(id)}
        opens={href !== undefined || onOpen !== undefined}
        measure={near?.measure}
        onClick={onRowClick(row)}
        onKeyDown={onRowKey(row, index)}
        onFocus={() => near?.keep(id)}
        onBlur={() => near?.keep(undefined)}
      >
        {selection && (
          <td {...AS.cell} className={classes.check}>
            <input
              type="checkbox"
              aria-label={t("select", { name: rowName(row) })}
              checked={isSelected}
              onChange={(event) => !isShifted(event) && toggle(id)}
            />
          </td>
        )}
        {cells(id, row)}
      </ListRow>
    );
  };

  return (
    <tbody
      {...AS.rowgroup}
      ref={body}
      className={classes.body}
      data-stale={query.isStale || undefined}
      data-windowed={parts.some((part) => "gap" in part) || undefined}
    >
      {parts.map((part) =>
        "gap" in part ? <Gap key={`before ${part.before}`} height={part.gap} /> : rendered(part.index),
      )}
    </tbody>
  );
}
