"use client";

import { Button, SegmentedControl } from "@mantine/core";
import { IconFiles, IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { parseAsString, parseAsStringLiteral } from "nuqs";
import { useRef } from "react";
import { useTranslations } from "use-intl";
import { useAddressFilters } from "@/app/ui/address-filters";
import { useBytes } from "@/app/ui/bytes";
import { EmptyState } from "@/app/ui/empty-state";
import { ExportButton } from "@/app/ui/export/export-button";
import { listOf } from "@/app/ui/list-query";
import { sortSet, useSort } from "@/app/ui/list-sort";
import { SortSelect } from "@/app/ui/list-sort-controls";
import { PageHeader } from "@/app/ui/page-header";
import { SearchInput } from "@/app/ui/search-input";
import { useSelection } from "@/app/ui/selection";
import { useCan } from "@/app/ui/signed-in";
import { useTRPC, useTRPCClient } from "@/app/ui/trpc";
import { ViewsMenu } from "@/app/ui/views/views-menu";
import { DeletionBar } from "../jobs/deletion-bar";
import { MAX_BYTES } from "./_upload/queue";
import { forgetStored } from "./_upload/store";
import uploadClasses from "./_upload/upload.module.css";
import { Uploads } from "./_upload/uploads";
import { ContentGrid } from "./file-grid";
import classes from "./files.module.css";

const DropZone = dynamic(() => import("./_upload/drop-zone"), { ssr: false });

const PAGE_ROWS = 48;
const KINDS = ["image", "other"] as const;
const SOURCES = ["own", "scan"] as const;

const SORT = sortSet(["created", "name", "size"], { by: "created", descending: true });

const PARSERS = {
  q: parseAsString.withDefault(""),
  kind: parseAsStringLiteral(KINDS),
  source: parseAsStringLiteral(SOURCES),
};

/** Filter with fixed options and "all". */
function Choice<Word extends string>({
  label,
  all,
  words,
  nameOf,
  value,
  onChange,
}: {
  label: string;
  all: string;
  words: readonly Word[];
  nameOf: (word: Word) => string;
  value: Word | null;
  onChange: (word: Word | null) => void;
}) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={label}
      value={value ?? ""}
      onChange={(chosen) => onChange(words.find((word) => word === chosen) ?? null)}
      data={[{ value: "", label: all }, ...words.map((word) => ({ value: word, label: nameOf(word) }))]}
    />
  );
}

/** Text about the accepted files and the free storage. */
function useLimits(): string {
  const t = useTranslations("files.drop");
  const bytes = useBytes();
  const { data } = useQuery(useTRPC().producers.current.queryOptions());
  const each = t("each", { most: bytes(MAX_BYTES) });
  if (!data) return each;
  return `${each} ${t("quota", { used: bytes(data.contentBytes), quota: bytes(data.quota) })}`;
}

function Upload({ openRef }: { openRef: React.RefObject<(() => void) | null> }) {
  return (
    <>
      <div className={uploadClasses.place}>
        <DropZone limits={useLimits()} openRef={openRef} />
      </div>
      <Uploads />
    </>
  );
}

/** All files of the producer, with the upload area. */
export function Contents() {
  const t = useTranslations("files");
  const tBar = useTranslations("files.bar");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const canEdit = useCan("editor");
  const openRef = useRef<(() => void) | null>(null);
  const [{ q, kind, source }, setFilters] = useAddressFilters(PARSERS);
  const filter = {
    search: q.trim().slice(0, 200) || undefined,
    kind: kind ?? undefined,
    source: source ?? undefined,
  };
  const sorting = useSort(SORT);
  const query = useInfiniteQuery({
    ...trpc.contents.list.infiniteQueryOptions(
      { filter, limit: PAGE_ROWS, ...(sorting.asked ? { sort: sorting.asked } : {}) },
      { getNextPageParam: (page) => page.nextCursor },
    ),
    placeholderData: keepPreviousData,
  });
  const total = useQuery({ ...trpc.contents.total.queryOptions({ filter }), enabled: query.hasNextPage });
  const list = listOf(query, (page) => page.entries, total.data);
  const selection = useSelection(filter);
  const hasOthers = list.hasMore || list.rows.some(({ id }) => !selection.selected.has(id));
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("lead")}
        badges={<ViewsMenu list="files" path="/files" />}
        actions={
          <>
            <ExportButton wish={{ list: "files", filter, sort: sorting.asked }} />
            {canEdit && (
              <Button
                data-create
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => openRef.current?.()}
              >
                {t("add")}
              </Button>
            )}
          </>
        }
      />
      {canEdit && <Upload openRef={openRef} />}
      <search className={classes.filters}>
        <SearchInput
          className={classes.search}
          label={t("search")}
          value={q}
          onChange={(q) => setFilters({ q })}
        />
        <Choice
          label={t("kind.label")}
          all={t("kind.all")}
          words={KINDS}
          nameOf={(word) => t(`kind.${word}`)}
          value={kind}
          onChange={(chosen) => setFilters({ kind: chosen })}
        />
        <Choice
          label={t("source.label")}
          all={t("source.all")}
          words={SOURCES}
          nameOf={(word) => t(`source.${word}`)}
          value={source}
          onChange={(chosen) => setFilters({ source: chosen })}
        />
        <SortSelect
          {...sorting}
          columns={[
            { header: t("sort.created"), sort: "created" },
            { header: t("sort.name"), sort: "name", sortFirst: "ascending" },
            { header: t("sort.size"), sort: "size" },
          ]}
        />
      </search>
      <ContentGrid
        query={list}
        selection={canEdit ? selection : undefined}
        filtered={q !== "" || kind !== null || source !== null}
        onClearFilters={() => setFilters(null)}
        empty={
          <EmptyState icon={IconFiles} title={t("empty.title")}>
            {t(canEdit ? "empty.text" : "empty.textViewer")}
          </EmptyState>
        }
      />
      {canEdit && (
        <DeletionBar
          selection={selection}
          hasOthers={hasOthers}
          countAll={() => client.contents.count.query({ filter })}
          remove={async (selected) => {
            const job = await client.contents.deleteMany.mutate({
              selection: "ids" in selected ? selected : { filter: { ...filter, ...selected } },
            });
            forgetStored("ids" in selected ? selected.ids : undefined);
            return job;
          }}
          t={tBar}
        />
      )}
    </>
  );
}
