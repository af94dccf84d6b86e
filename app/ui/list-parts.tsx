"use client";

import { Button, Skeleton } from "@mantine/core";
import { IconFilterOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import classes from "./data-list.module.css";
import { EmptyState } from "./empty-state";
import { useFailureText } from "./failure";
import type { ListQuery } from "./list-query";

const USUAL_ROWS = 10;

/** Said outright: laid out as cards, tables lose their roles in some browsers. */
export const AS = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  cell: { role: "cell" },
  columnheader: { role: "columnheader" },
  rowheader: { role: "rowheader" },
} as const;

/** Rows of the height that the real ones will have. */
export function SkeletonRows({ columns, rows = USUAL_ROWS }: { columns: number; rows?: number }) {
  const t = useTranslations("common");
  return (
    <tbody {...AS.rowgroup} className={classes.body}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
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
  /** What is shown where there are no rows. */
  instead: ReactNode;
  children: ReactNode;
}

/** A list, or what stands there instead: those who hear the page are told when it comes to that. */
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

/** How much is shown, and the way to more; a failure to get more stands here, beside what is there. */
export function ListFoot<Row>({ query, isLive = false }: { query: ListQuery<Row>; isLive?: boolean }) {
  const t = useTranslations("common.list");
  const tErrors = useTranslations("errors");
  const failureText = useFailureText();
  // The rows that come would push it away.
  if (query.isLoading) return null;
  return (
    <div className={classes.foot}>
      {/* A count that grows by itself would be read out again and again. */}
      <span {...(isLive && query.failure === undefined ? {} : { role: "status" })}>
        {query.failure !== undefined
          ? failureText(query.failure)
          : t(query.hasMore ? "shown" : "shownAll", { count: query.rows.length })}
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
