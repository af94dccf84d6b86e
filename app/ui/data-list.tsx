"use client";

import type { ChangeEvent, MouseEvent as Click, KeyboardEvent, ReactNode } from "react";
import { useTranslations } from "use-intl";
import classes from "./data-list.module.css";
import { Link, useRouter } from "./link";
import { AS, ListFoot, NoRows, NothingMatches, SkeletonRows } from "./list-parts";
import type { ListQuery } from "./list-query";
import { LoadFailed } from "./load-failed";
import { startNavigation } from "./navigation-start";
import { useRowKeys } from "./row-keys";
import { type Selection, useRowSelection } from "./selection";

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** CSS width; columns without one share the rest. */
  width?: string;
  align?: "end";
  /** Hides the column in windows narrower than 48em or 75em. */
  from?: "sm" | "lg";
}

interface DataListProps<Row> {
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
  /** `EmptyState` for a list without any rows. */
  empty: ReactNode;
  /** Whether filters are set; then "nothing matches" replaces `empty`. */
  filtered?: boolean;
  onClearFilters?: () => void;
  /** Hides the footer, for an excerpt of a longer list. */
  excerpt?: boolean;
  /** Usual number of rows, for the skeleton. */
  usualRows?: number;
  /** Rows that arrived while the page was open; they are highlighted for a moment. */
  isNew?: (row: Row) => boolean;
}

const isLink = (target: EventTarget) => target instanceof Element && target.closest("a, button") !== null;

/** Whether Shift was held: then the click on the row selects a range. */
const isShifted = ({ nativeEvent }: ChangeEvent) => nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest("a, button, input, label, [role=menu]") !== null;

/**
 * List with its four states: loading, empty, nothing matches, failed. Rows open with a click, Enter or their link; `j`
 * and `k` move the focus, `x` selects, Shift with a click or an arrow key selects a range. In narrow windows every row becomes
 * a card.
 */
export function DataList<Row>(props: DataListProps<Row>) {
  const { label, query, columns, empty, filtered = false, onClearFilters, excerpt = false } = props;
  if (query.failure !== undefined && query.rows.length === 0)
    return <LoadFailed error={query.failure} onRetry={query.retry} />;
  return (
    <NoRows
      query={query}
      instead={filtered ? <NothingMatches {...(onClearFilters ? { onClearFilters } : {})} /> : empty}
    >
      <div className={classes.frame}>
        <table
          className={classes.table}
          {...AS.table}
          aria-label={label}
          aria-busy={query.isLoading || query.isStale}
        >
          <Head {...props} />
          {query.isLoading ? (
            <SkeletonRows
              columns={columns.length + (props.selection ? 1 : 0)}
              {...(props.usualRows ? { rows: props.usualRows } : {})}
            />
          ) : (
            <Body {...props} />
          )}
        </table>
        {(!excerpt || query.failure !== undefined) && (
          <ListFoot query={query} isLive={props.isNew !== undefined} />
        )}
      </div>
    </NoRows>
  );
}

function Head<Row>({ query, columns, rowId, selection }: DataListProps<Row>) {
  const t = useTranslations("common.list");
  const ids = query.rows.map(rowId);
  const { selected, toggleAll } = useRowSelection(ids, selection);
  const count = ids.filter((id) => selected.has(id)).length;
  return (
    <thead {...AS.rowgroup} className={classes.head}>
      <tr {...AS.row}>
        {selection && (
          <th {...AS.columnheader} className={classes.check}>
            <input
              type="checkbox"
              ref={(box) => {
                if (box) box.indeterminate = count > 0 && count < ids.length;
              }}
              aria-label={t("selectAll")}
              checked={count > 0 && count === ids.length}
              disabled={ids.length === 0}
              onChange={(event) => toggleAll(event.currentTarget.checked)}
            />
          </th>
        )}
        {columns.map(({ key, header, width, align, from }) => (
          <th
            key={key}
            {...AS.columnheader}
            scope="col"
            data-align={align}
            data-from={from}
            style={width ? { width } : undefined}
          >
            {header}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Body<Row>({ query, columns, rowId, rowName, href, onOpen, selection, isNew }: DataListProps<Row>) {
  const t = useTranslations("common.list");
  const router = useRouter();
  const open = (row: Row) => (href ? startNavigation() && router.push(href(row)) : onOpen?.(row));
  const ids = query.rows.map(rowId);
  const { selected, toggle, extend } = useRowSelection(ids, selection);
  const bodyRef = useRowKeys<HTMLTableSectionElement>((index) => {
    const id = ids[index];
    if (id !== undefined) toggle(id);
  });

  const onRowKey = (row: Row, index: number) => (event: KeyboardEvent<HTMLTableRowElement>) => {
    const { key, shiftKey, target, currentTarget } = event;
    if (key === "Enter" && target === currentTarget) return open(row);
    const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
    const next = step === 1 ? currentTarget.nextElementSibling : currentTarget.previousElementSibling;
    const id = ids[index + step];
    if (!selection || !shiftKey || step === 0 || id === undefined || !(next instanceof HTMLElement)) return;
    event.preventDefault();
    next.focus();
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

  const content = (row: Row, { cell }: Column<Row>, isFirst: boolean) => {
    if (!isFirst) return cell(row);
    if (href)
      return (
        <Link href={href(row)} className={classes.link}>
          {cell(row)}
        </Link>
      );
    if (!onOpen) return cell(row);
    return (
      <button type="button" className={classes.link} onClick={() => onOpen(row)}>
        {cell(row)}
      </button>
    );
  };

  return (
    <tbody {...AS.rowgroup} ref={bodyRef} className={classes.body} data-stale={query.isStale || undefined}>
      {query.rows.map((row, index) => {
        const id = rowId(row);
        const isSelected = selected.has(id);
        return (
          <tr
            key={id}
            {...AS.row}
            tabIndex={-1}
            data-selected={isSelected || undefined}
            data-new={isNew?.(row) || undefined}
            data-opens={href || onOpen ? true : undefined}
            onClick={onRowClick(row)}
            onKeyDown={onRowKey(row, index)}
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
            {columns.map((column, place) => (
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
            ))}
          </tr>
        );
      })}
    </tbody>
  );
}
