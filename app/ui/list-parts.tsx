"use client";

import { Button, Skeleton } from "@mantine/core";
import { IconFilterOff } from "@tabler/icons-react";
import type { ReactNode, Ref } from "react";
import { useTranslations } from "use-intl";
import classes from "./data-list.module.css";
import { EmptyState } from "./empty-state";
import { useFailureText } from "./failure";
import type { ListQuery } from "./list-query";

const USUAL_ROWS = 10;

/** Explicit roles: in some browsers tables that are laid out as cards lose their roles. */
export const AS = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  cell: { role: "cell" },
  columnheader: { role: "columnheader" },
  rowheader: { role: "rowheader" },
} as const;

/** Skeleton with the height of the real rows. */
export function SkeletonRows({ columns, rows = USUAL_ROWS }: { columns: number; rows?: number }) {
  const t = useTranslations("common");
  return (
    <tbody {...AS.rowgroup} className={classes.body}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are identical and never reorder.
        <tr key={row} {...AS.row} aria-hidden={row > 0 || undefined}>
          <td {...AS.cell} colSpan={columns} className={classes.waiting}>
            {row === 0 && <span className="visually-hidden">{t("loading")}</span>}
            <Skeleton height={12} width={`${88 - ((row * 17) % 40)}%`} radius="sm" />
          </td>
        </tr>
      ))}
    </tbody>
  );
}

export function NothingMatches({ onClearFilters }: { onClearFilters?: () => void }) {
  const t = useTranslations("common.list");
  const clear = onClearFilters && (
    <Button variant="default" onClick={onClearFilters}>
      {t("clearFilters")}
    </Button>
  );
  return (
    <EmptyState icon={IconFilterOff} title={t("nothingMatches")} action={clear}>
      {t("nothingMatchesText")}
    </EmptyState>
  );
}

interface NoRowsProps {
  query: ListQuery<unknown>;
  /** Shown if there are no rows. */
  instead: ReactNode;
  children: ReactNode;
}

/** A list, or its replacement without rows; screen readers announce the change. */
export function NoRows({ query, instead, children }: NoRowsProps) {
  const isEmpty = !query.isLoading && query.rows.length === 0 && !query.hasMore;
  return (
    <>
      <div role="status" className={classes.told}>
        {isEmpty && instead}
      </div>
      {!isEmpty && children}
    </>
  );
}

/** Two digits of an estimate: more would promise too much. */
const rounded = (count: number) => Number(count.toPrecision(2));

interface ListFootProps<Row> {
  query: ListQuery<Row>;
  /** Whether rows arrive by themselves. */
  isLive?: boolean;
  ref?: Ref<HTMLDivElement>;
}

/** Number of shown rows and the button for more; a failure to load more is shown here, beside the loaded rows. */
export function ListFoot<Row>({ query, isLive = false, ref }: ListFootProps<Row>) {
  const t = useTranslations("common.list");
  const tErrors = useTranslations("errors");
  const failureText = useFailureText();
  const shown = (count: number, total: ListQuery<Row>["total"]) => {
    if (!query.hasMore) return t("shownAll", { count });
    // An estimate may be lower than what is shown.
    if (!total || total.count <= count) return t("shown", { count });
    return total.isExact
      ? t("shownOf", { count, total: total.count })
      : t("shownOfAbout", { count, total: rounded(total.count) });
  };
  // The arriving rows would push the footer away.
  if (query.isLoading) return null;
  return (
    <div ref={ref} className={classes.foot}>
      {/* A live count would be announced again and again. */}
      <span {...(isLive && query.failure === undefined ? {} : { role: "status" })}>
        {query.failure !== undefined ? failureText(query.failure) : shown(query.rows.length, query.total)}
      </span>
      {query.failure !== undefined ? (
        <Button size="compact-sm" variant="default" onClick={query.retry}>
          {tErrors("retry")}
        </Button>
      ) : (
        query.hasMore && (
          <Button size="compact-sm" variant="default" loading={query.isLoadingMore} onClick={query.loadMore}>
            {t("loadMore")}
          </Button>
        )
      )}
    </div>
  );
}
