"use client";

import type { MouseEvent, ReactNode } from "react";
import { useTranslations } from "use-intl";
import classes from "./data-list.module.css";
import { Link, useRouter } from "./link";
import { AS, ListFoot, NoRows, NothingMatches, SkeletonRows } from "./list-parts";
import type { ListQuery } from "./list-query";
import { LoadFailed } from "./load-failed";
import { startNavigation } from "./navigation-start";
import { useRowKeys } from "./row-keys";

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
  selection?: { selected: ReadonlySet<string>; onChange: (selected: ReadonlySet<string>) => void };
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

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest("a, button, input, label, [role=menu]") !== null;

function toggled(selected: ReadonlySet<string>, ids: string[], on: boolean): ReadonlySet<string> {
  const next = new Set(selected);
  for (const id of ids) {
    if (on) next.add(id);
    else next.delete(id);
  }
  return next;
}

/**
 * List with its four states: loading, empty, nothing matches, failed. Rows open with a click, Enter or their link; `j`
 * and `k` move the focus, `x` selects. In narrow windows every row becomes a card.
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
  const count = ids.filter((id) => selection?.selected.has(id)).length;
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
              onChange={(event) =>
                selection.onChange(toggled(selection.selected, ids, event.currentTarget.checked))
              }
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
  const select = (row: Row) => {
    const id = rowId(row);
    selection?.onChange(toggled(selection.selected, [id], !selection.selected.has(id)));
  };
  const bodyRef = useRowKeys<HTMLTableSectionElement>((index) => {
    const row = query.rows[index];
    if (row) select(row);
  });

  const onRowClick = (row: Row) => (event: MouseEvent) => {
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
      {query.rows.map((row) => {
        const id = rowId(row);
        const isSelected = selection?.selected.has(id) ?? false;
        return (
          <tr
            key={id}
            {...AS.row}
            tabIndex={-1}
            data-selected={isSelected || undefined}
            data-new={isNew?.(row) || undefined}
            data-opens={href || onOpen ? true : undefined}
            onClick={onRowClick(row)}
            onKeyDown={(event) => event.key === "Enter" && event.target === event.currentTarget && open(row)}
          >
            {selection && (
              <td {...AS.cell} className={classes.check}>
                <input
                  type="checkbox"
                  aria-label={t("select", { name: rowName(row) })}
                  checked={isSelected}
                  onChange={() => select(row)}
                />
              </td>
            )}
            {columns.map((column, index) => (
              <td
                key={column.key}
                {...AS.cell}
                data-label={column.header}
                data-align={column.align}
                data-from={column.from}
                data-first={index === 0 || undefined}
              >
                {content(row, column, index === 0)}
              </td>
            ))}
          </tr>
        );
      })}
    </tbody>
  );
}
