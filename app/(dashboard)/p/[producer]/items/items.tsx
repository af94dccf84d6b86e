"use client";

import { Button } from "@mantine/core";
import { IconPackage, IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { parseAsArrayOf, parseAsString } from "nuqs";
import { useTranslations } from "use-intl";
import { ColumnChoice } from "@/app/ui/columns/column-choice";
import { shownInFile } from "@/app/ui/columns/column-set";
import { arranged, columnsNow, useColumns } from "@/app/ui/columns/use-columns";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { ExportButton } from "@/app/ui/export/export-button";
import { Link, useRouter } from "@/app/ui/link";
import { listOf } from "@/app/ui/list-query";
import { useSort } from "@/app/ui/list-sort";
import { PageHeader } from "@/app/ui/page-header";
import { useSelection } from "@/app/ui/selection";
import { useCan } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { ViewsMenu } from "@/app/ui/views/views-menu";
import { ImportButton } from "../imports/import-button";
import { BulkBar } from "./_bulk/bulk-bar";
import { itemHref } from "./_parts/hrefs";
import { keepItems } from "./_parts/kept-items";
import { ITEM_COLUMNS, ITEM_SORT, useItemColumns } from "./columns";
import { Filters, useItemFilters } from "./filters";
import { itemsQuery } from "./list-query";
import { MoreMenu } from "./more-menu";

/** More items than this would make an address that some servers refuse. */
const MAX_IN_ADDRESS = 100;

const { serialize: serializeItems } = parseAsArrayOf(parseAsString);

/** All items of the producer, with search and filters. */
export function Items() {
  const t = useTranslations("items");
  const trpc = useTRPC();
  const router = useRouter();
  const search = useSearchParams();
  const canEdit = useCan("editor");
  const filter = useItemFilters();
  const chosen = useColumns(ITEM_COLUMNS);
  const { first, of } = useItemColumns(chosen.shown.includes("picture"));
  const sorting = useSort(ITEM_SORT);
  const selection = useSelection(filter.asked);
  const query = useInfiniteQuery({
    ...itemsQuery(trpc, filter.asked, sorting.asked),
    placeholderData: keepPreviousData,
  });
  const total = useQuery({
    ...trpc.items.total.queryOptions({ filter: filter.asked }),
    enabled: query.hasNextPage,
  });
  const list = listOf(query, ({ entries }) => entries, total.data);
  const hasOthers = list.hasMore || list.rows.some(({ identifier }) => !selection.selected.has(identifier));
  const print = () => {
    const { all, selected } = selection;
    const items = [...selected];
    const named =
      items.length > MAX_IN_ADDRESS ? { selection: keepItems(items) } : { items: serializeItems(items) };
    router.push(`/labels?${all ? search : new URLSearchParams(named)}`);
  };
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
        badges={<ViewsMenu list="items" path="/items" columnsNow={() => columnsNow(ITEM_COLUMNS)} />}
        actions={
          <>
            <ColumnChoice {...chosen} of={of} />
            <ExportButton
              wish={{ list: "items", filter: filter.asked, sort: sorting.asked }}
              shown={shownInFile(ITEM_COLUMNS, chosen.shown)}
            />
            {canEdit && <ImportButton kind="items" />}
            <MoreMenu />
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
        columns={arranged(chosen, first, of)}
        sorting={{ ...sorting, columns: [first, ...Object.values(of)] }}
        empty={
          <EmptyState icon={IconPackage} title={t("empty.title")} action={canEdit && create("default")}>
            {t("empty.text")}
          </EmptyState>
        }
      />
      <BulkBar
        selection={selection}
        filter={filter.asked}
        sort={sorting.asked}
        hasOthers={hasOthers}
        {...(canEdit ? { onPrint: print } : {})}
      />
    </>
  );
}
