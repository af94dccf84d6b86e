"use client";

import { Button } from "@mantine/core";
import { IconPackage, IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { cookieValue, setCookie } from "@/app/ui/cookie";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { ExportButton } from "@/app/ui/export/export-button";
import { Link } from "@/app/ui/link";
import { listOf } from "@/app/ui/list-query";
import { PageHeader } from "@/app/ui/page-header";
import { useSelection } from "@/app/ui/selection";
import { useCan } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { ImportButton } from "../imports/import-button";
import { BulkBar } from "./_bulk/bulk-bar";
import { itemHref } from "./_parts/hrefs";
import { type Choice, COLUMNS_COOKIE, choiceIn, cookieOf, shownInFile } from "./column-choice";
import { ColumnChoice, useItemColumns } from "./columns";
import { Filters, useItemFilters } from "./filters";
import { itemsQuery } from "./list-query";

/** All items of the producer, with search and filters. */
export function Items({ columns: shown }: { columns: Choice[] }) {
  const t = useTranslations("items");
  const trpc = useTRPC();
  const canEdit = useCan("editor");
  const filter = useItemFilters();
  // After a Back navigation the rendered props may predate the last choice of columns.
  const [choice, setChoice] = useState(() =>
    typeof window === "undefined" ? shown : choiceIn(cookieValue(COLUMNS_COOKIE)),
  );
  const choose = (chosen: Choice[]) => {
    setChoice(chosen);
    setCookie(COLUMNS_COOKIE, cookieOf(chosen));
  };
  const columns = useItemColumns(choice);
  const selection = useSelection(filter.asked);
  const query = useInfiniteQuery({
    ...itemsQuery(trpc, filter.asked),
    placeholderData: keepPreviousData,
  });
  const list = listOf(query, ({ entries }) => entries);
  const hasOthers = list.hasMore || list.rows.some(({ identifier }) => !selection.selected.has(identifier));
  const create = (variant: "filled" | "default") => (
    <Button
      component={Link}
      href="/items/new"
      variant={variant}
      leftSection={<IconPlus size={16} aria-hidden />}
      {...(variant === "filled" ? { "data-create": true } : {})}
    >
      {t("new")}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("lead")}
        actions={
          <>
            <ColumnChoice value={choice} onChange={choose} />
            <ExportButton wish={{ list: "items", filter: filter.asked }} shown={shownInFile(choice)} />
            {canEdit && <ImportButton kind="items" />}
            {canEdit && create("filled")}
          </>
        }
      />
      <Filters {...filter} />
      <DataList
        label={t("title")}
        query={list}
        rowId={({ identifier }) => identifier}
        rowName={({ identifier }) => identifier}
        href={({ identifier }) => itemHref(identifier)}
        selection={selection}
        filtered={filter.isFiltered}
        onClearFilters={filter.clear}
        columns={columns}
        empty={
          <EmptyState icon={IconPackage} title={t("empty.title")} action={canEdit && create("default")}>
            {t("empty.text")}
          </EmptyState>
        }
      />
      <BulkBar selection={selection} filter={filter.asked} hasOthers={hasOthers} />
    </>
  );
}
