"use client";

import { Button, Skeleton } from "@mantine/core";
import { IconFilterOff } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import classes from "./data-list.module.css";
import { EmptyState } from "./empty-state";
import { useFailureText } from "./failure";
import type { ListQuery } from "./list-query";

const SKELETON_ROWS = 10;

/** Said outright: laid out as cards, tables lose their roles in some browsers. */
export const AS = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  cell: { role: "cell" },
  columnheader: { role: "columnheader" },
} as const;

/** Rows of the height that the real ones will have. */
export function SkeletonRows({ columns }: { columns: number }) {
  const t = useTranslations("common");
  return (
    <tbody {...AS.rowgroup} className={classes.body}>
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
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

/** How much is shown, and the way to more; a failure to get more stands here, beside what is there. */
export function ListFoot<Row>({ query }: { query: ListQuery<Row> }) {
  const t = useTranslations("common.list");
  const tErrors = useTranslations("errors");
  const failureText = useFailureText();
  if (query.isLoading) return <div className={classes.foot}>&nbsp;</div>;
  return (
    <div className={classes.foot}>
      <span role="status">
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
