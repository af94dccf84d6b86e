"use client";

import { ActionIcon } from "@mantine/core";
import { IconDownload, IconPrinter } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "use-intl";
import { EmptyState } from "@/app/ui/empty-state";
import { listOf } from "@/app/ui/list-query";
import { Moment } from "@/app/ui/moment";
import { ShortList } from "@/app/ui/short-list";
import { useCan } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { printsQuery } from "./query";
import { useDownload } from "./use-download";

/** Print history, newest first; each can be downloaded again. */
export function Prints({ filter }: { filter: { item?: string; batch?: string } }) {
  const t = useTranslations("labels.prints");
  const format = useFormatter();
  const canEdit = useCan("editor");
  const download = useDownload();
  const query = useInfiniteQuery(printsQuery(useTRPC(), filter));
  return (
    <ShortList
      label={t("title")}
      query={listOf(query, (page) => page.entries)}
      rowId={({ id }) => id}
      rowName={({ format }) => t(`formats.${format}`)}
      usualRows={2}
      empty={
        <EmptyState icon={IconPrinter} title={t("emptyTitle")}>
          {filter.item === undefined ? t("emptyText") : t("none")}
        </EmptyState>
      }
      columns={[
        { key: "format", header: t("format"), cell: ({ format }) => t(`formats.${format}`) },
        {
          key: "count",
          header: t("count"),
          width: "6.5rem",
          align: "end",
          cell: ({ count }) => format.number(count),
        },
        {
          key: "reprinted",
          header: t("reprinted"),
          width: "8.5rem",
          align: "end",
          cell: ({ reprinted }) => format.number(reprinted),
        },
        {
          key: "downloads",
          header: t("downloads"),
          width: "7.5rem",
          align: "end",
          from: "lg",
          cell: ({ downloads }) => format.number(downloads),
        },
        { key: "by", header: t("by"), from: "lg", cell: ({ actorName }) => actorName },
        { key: "at", header: t("at"), width: "9.5rem", cell: ({ at }) => <Moment at={at} /> },
        ...(canEdit
          ? [
              {
                key: "again",
                header: t("again"),
                width: "10.5rem",
                cell: ({ id }: { id: string }) => (
                  <ActionIcon
                    variant="subtle"
                    aria-label={t("again")}
                    title={t("again")}
                    onClick={() => download(id)}
                  >
                    <IconDownload size={18} aria-hidden />
                  </ActionIcon>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}
