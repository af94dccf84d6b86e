"use client";

import { Button } from "@mantine/core";
import { IconPackage, IconPlus, IconPrinter, IconX } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { parseAsArrayOf, parseAsString } from "nuqs";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { cookieValue, setCookie } from "@/app/ui/cookie";
import { CopyButton } from "@/app/ui/copy-button";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { Link } from "@/app/ui/link";
import { listOf } from "@/app/ui/list-query";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { itemHref } from "./_parts/hrefs";
import { type Choice, COLUMNS_COOKIE, choiceIn, cookieOf } from "./column-choice";
import { ColumnChoice, useItemColumns } from "./columns";
import { Filters, useItemFilters } from "./filters";
import classes from "./items.module.css";
import { itemsQuery } from "./list-query";
import { MoreMenu } from "./more-menu";

/** Longer addresses are refused by some servers. */
const MAX_PRINTED = 100;

const { serialize: serializeItems } = parseAsArrayOf(parseAsString);

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
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const query = useInfiniteQuery({
    ...itemsQuery(trpc, filter.asked),
    placeholderData: keepPreviousData,
  });
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
            <MoreMenu />
            {canEdit && create("filled")}
          </>
        }
      />
      <Filters {...filter} />
      <DataList
        label={t("title")}
        query={listOf(query, ({ entries }) => entries)}
        rowId={({ identifier }) => identifier}
        rowName={({ identifier }) => identifier}
        href={({ identifier }) => itemHref(identifier)}
        selection={{ selected, onChange: setSelected }}
        filtered={filter.isFiltered}
        onClearFilters={filter.clear}
        columns={columns}
        empty={
          <EmptyState icon={IconPackage} title={t("empty.title")} action={canEdit && create("default")}>
            {t("empty.text")}
          </EmptyState>
        }
      />
      {selected.size > 0 && <Selection selected={selected} onClear={() => setSelected(new Set())} />}
    </>
  );
}

function Selection({ selected, onClear }: { selected: ReadonlySet<string>; onClear: () => void }) {
  const t = useTranslations("items");
  const tList = useTranslations("common.list");
  const canEdit = useCan("editor");
  const items = serializeItems([...selected]);
  return (
    <div className={classes.selection}>
      <span role="status">{tList("selected", { count: selected.size })}</span>
      <CopyButton value={[...selected].join("\n")} what={t("theirIdentifiers")} />
      {canEdit && selected.size <= MAX_PRINTED && (
        <Button
          component={Link}
          href={`/labels?${new URLSearchParams({ items })}`}
          size="compact-sm"
          variant="default"
          leftSection={<IconPrinter size={14} aria-hidden />}
        >
          {t("printSelected")}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconX size={14} aria-hidden />}
        onClick={onClear}
      >
        {tList("clearSelection")}
      </Button>
    </div>
  );
}
