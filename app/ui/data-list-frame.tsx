"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import classes from "./data-list.module.css";
import type { DataListProps } from "./data-list-props";
import { AS, NoRows, NothingMatches, SkeletonRows } from "./list-parts";
import sortClasses from "./list-sort.module.css";
import { ariaSort, SortButton, SortSelect } from "./list-sort-controls";
import { LoadFailed } from "./load-failed";
import { useRowSelection } from "./selection";

interface ListFrameProps<Row> extends DataListProps<Row> {
  rows: ReactNode;
  foot: ReactNode;
}

/** The frame and the head of a list, and its four states: loading, empty, nothing matches, failed. */
export function ListFrame<Row>({ rows, foot, ...props }: ListFrameProps<Row>) {
  const { label, query, columns, empty, filtered = false, onClearFilters, sorting } = props;
  if (query.failure !== undefined && query.rows.length === 0)
    return <LoadFailed error={query.failure} onRetry={query.retry} />;
  return (
    <NoRows
      query={query}
      instead={filtered ? <NothingMatches {...(onClearFilters ? { onClearFilters } : {})} /> : empty}
    >
      {sorting && <SortSelect columns={columns} {...sorting} className={sortClasses.select} />}
      <div className={classes.frame}>
        <table
          className={classes.table}
          {...AS.table}
          aria-label={label}
          aria-busy={query.isLoading || query.isStale}
          // The head is a row; -1 stands for an unknown number.
          aria-rowcount={query.hasMore || query.isLoading ? -1 : query.rows.length + 1}
        >
          <Head {...props} />
          {query.isLoading ? (
            <SkeletonRows
              columns={columns.length + (props.selection ? 1 : 0)}
              {...(props.usualRows ? { rows: props.usualRows } : {})}
            />
          ) : (
            rows
          )}
        </table>
        {foot}
      </div>
    </NoRows>
  );
}

function Head<Row>({ query, columns, rowId, selection, sorting }: DataListProps<Row>) {
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
        {columns.map((column) => (
          <th
            key={column.key}
            {...AS.columnheader}
            scope="col"
            data-align={column.align}
            data-from={column.from}
            aria-sort={sorting && column.sort ? ariaSort(sorting.sort, column.sort) : undefined}
            style={column.width ? { width: column.width } : undefined}
          >
            {sorting && column.sort ? (
              <SortButton column={column} {...sorting} />
            ) : column.hideHeader ? (
              <span className="visually-hidden">{column.header}</span>
            ) : (
              column.header
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}
