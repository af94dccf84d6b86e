"use client";

import { Button } from "@mantine/core";
import { IconBriefcase, IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { ColumnChoice } from "@/app/ui/columns/column-choice";
import { arranged, columnsNow, useColumns } from "@/app/ui/columns/use-columns";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { Link } from "@/app/ui/link";
import { listOf } from "@/app/ui/list-query";
import { useSort } from "@/app/ui/list-sort";
import { PageHeader } from "@/app/ui/page-header";
import { useSelection } from "@/app/ui/selection";
import { useCan } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { useLoaded } from "@/app/ui/use-loaded";
import { ViewsMenu } from "@/app/ui/views/views-menu";
import { CASE_COLUMNS, CASE_SORT, useCaseColumns } from "./columns";
import { CaseFigures } from "./figures";
import { FilterBar } from "./filter-bar";
import { useCaseFilters } from "./filters";
import { casesQuery } from "./queries";

const loadBar = () => import("./bulk-bar");

/** List of cases, with what became of them. */
export function Cases() {
  const t = useTranslations("cases");
  const trpc = useTRPC();
  const canEdit = useCan("editor");
  const caseFilters = useCaseFilters();
  const { filter, count, search, setFilters } = caseFilters;
  const chosen = useColumns(CASE_COLUMNS);
  const { first, of } = useCaseColumns();
  const sorting = useSort(CASE_SORT);
  const selection = useSelection(filter);
  const query = useInfiniteQuery({
    ...casesQuery(trpc, filter, sorting.asked),
    placeholderData: keepPreviousData,
  });
  const total = useQuery({ ...trpc.cases.total.queryOptions({ filter }), enabled: query.hasNextPage });
  const list = listOf(query, ({ entries }) => entries, total.data);
  const Bar = useLoaded(selection.count > 0, loadBar);
  const create = (variant: "filled" | "default") => (
    <Button
      component={Link}
      href="/cases/new"
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
        badges={<ViewsMenu list="cases" path="/cases" columnsNow={() => columnsNow(CASE_COLUMNS)} />}
        actions={
          <>
            <ColumnChoice {...chosen} of={of} />
            {canEdit && create("filled")}
          </>
        }
      />
      <CaseFigures />
      <FilterBar {...caseFilters} />
      <DataList
        label={t("title")}
        query={list}
        rowId={({ id }) => id}
        rowName={({ number, title }) => `#${number} ${title}`}
        href={({ id }) => `/cases/${id}`}
        {...(canEdit ? { selection } : {})}
        filtered={search !== "" || count > 0}
        onClearFilters={() => setFilters(null)}
        empty={
          <EmptyState icon={IconBriefcase} title={t("empty.title")} action={canEdit && create("default")}>
            {t("empty.text")}
          </EmptyState>
        }
        columns={arranged(chosen, first, of)}
        sorting={{ ...sorting, columns: [first, ...Object.values(of)] }}
      />
      {canEdit && Bar && <Bar selection={selection} />}
    </>
  );
}
