"use client";

import { Button } from "@mantine/core";
import { IconBoxMultiple, IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { parseAsString } from "nuqs";
import { useTranslations } from "use-intl";
import { useAddressFilters } from "@/app/ui/address-filters";
import { ColumnChoice } from "@/app/ui/columns/column-choice";
import { shownInFile } from "@/app/ui/columns/column-set";
import { arranged, columnsNow, useColumns } from "@/app/ui/columns/use-columns";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { ExportButton } from "@/app/ui/export/export-button";
import { Link } from "@/app/ui/link";
import { listOf } from "@/app/ui/list-query";
import { useSort } from "@/app/ui/list-sort";
import { PageHeader } from "@/app/ui/page-header";
import { SearchInput } from "@/app/ui/search-input";
import { useSelection } from "@/app/ui/selection";
import { useCan } from "@/app/ui/signed-in";
import { useTRPC, useTRPCClient } from "@/app/ui/trpc";
import { ViewsMenu } from "@/app/ui/views/views-menu";
import { ImportButton } from "../imports/import-button";
import { groupHref } from "../items/_parts/hrefs";
import { DeletionBar } from "../jobs/deletion-bar";
import { GROUP_COLUMNS, GROUP_SORT, useGroupColumns } from "./columns";
import classes from "./groups.module.css";
import { groupsQuery } from "./list-query";

const FILTERS = { q: parseAsString.withDefault("") };

export function Groups() {
  const t = useTranslations("groups");
  const tBar = useTranslations("groups.bar");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const canEdit = useCan("editor");
  const chosen = useColumns(GROUP_COLUMNS);
  const { first, of } = useGroupColumns();
  const [{ q }, setFilters] = useAddressFilters(FILTERS);
  const search = q.trim().slice(0, 200);
  const filter = search ? { search } : {};
  const sorting = useSort(GROUP_SORT);
  const selection = useSelection(filter);
  const query = useInfiniteQuery({
    ...groupsQuery(trpc, search, sorting.asked),
    placeholderData: keepPreviousData,
  });
  const total = useQuery({
    ...trpc.groups.total.queryOptions({ filter }),
    enabled: query.hasNextPage,
  });
  const list = listOf(query, ({ entries }) => entries, total.data);
  const create = (variant: "filled" | "default") => (
    <Button
      component={Link}
      href="/groups/new"
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
        badges={<ViewsMenu list="groups" path="/groups" columnsNow={() => columnsNow(GROUP_COLUMNS)} />}
        actions={
          <>
            <ColumnChoice {...chosen} of={of} />
            <ExportButton
              wish={{ list: "groups", filter, sort: sorting.asked }}
              shown={shownInFile(GROUP_COLUMNS, chosen.shown)}
            />
            {canEdit && <ImportButton kind="groups" />}
            {canEdit && create("filled")}
          </>
        }
      />
      <SearchInput
        label={t("search")}
        value={q}
        onChange={(q) => setFilters({ q })}
        className={classes.search}
      />
      <DataList
        label={t("title")}
        query={list}
        rowId={({ id }) => id}
        rowName={({ id, title }) => title ?? id}
        href={({ id }) => groupHref(id)}
        {...(canEdit ? { selection } : {})}
        filtered={search !== ""}
        onClearFilters={() => setFilters({ q: null })}
        empty={
          <EmptyState icon={IconBoxMultiple} title={t("empty.title")} action={canEdit && create("default")}>
            {t("empty.text")}
          </EmptyState>
        }
        columns={arranged(chosen, first, of)}
        sorting={{ ...sorting, columns: [first, ...Object.values(of)] }}
      />
      {canEdit && (
        <DeletionBar
          selection={selection}
          hasOthers={list.hasMore || list.rows.some(({ id }) => !selection.selected.has(id))}
          countAll={() => client.groups.count.query({ filter })}
          remove={(selected) =>
            client.groups.deleteMany.mutate({
              selection: "ids" in selected ? selected : { filter: { ...filter, ...selected } },
            })
          }
          t={tBar}
        />
      )}
    </>
  );
}
