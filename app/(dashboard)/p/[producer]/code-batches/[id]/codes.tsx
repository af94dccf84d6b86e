"use client";

import { IconBarcode } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "use-intl";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { listOf } from "@/app/ui/list-query";
import { useTRPC } from "@/app/ui/trpc";
import { itemHref } from "../../items/_parts/hrefs";
import { codesQuery } from "../queries";

const POLL_INTERVAL_MS = 3_000;

/** Codes of a batch, in their order: items, or codes that are reserved. */
export function Codes({ id, isGrowing }: { id: string; isGrowing: boolean }) {
  const t = useTranslations("codes");
  const format = useFormatter();
  const query = useInfiniteQuery({
    ...codesQuery(useTRPC(), id),
    refetchInterval: isGrowing ? POLL_INTERVAL_MS : false,
  });
  return (
    <DataList
      label={t("codes.title")}
      query={listOf(query, ({ entries }) => entries)}
      rowId={({ identifier }) => identifier}
      rowName={({ identifier }) => identifier}
      href={({ identifier, hasItem }) =>
        hasItem ? itemHref(identifier) : `/items/new?identifier=${encodeURIComponent(identifier)}`
      }
      empty={
        <EmptyState icon={IconBarcode} title={t("codes.emptyTitle")}>
          {t("codes.emptyText")}
        </EmptyState>
      }
      columns={[
        { key: "code", header: t("codes.code"), cell: ({ identifier }) => identifier },
        {
          key: "position",
          header: t("codes.position"),
          width: "7rem",
          align: "end",
          cell: ({ position }) => format.number(position),
        },
        {
          key: "state",
          header: t("codes.state"),
          width: "9rem",
          cell: ({ hasItem }) => t(hasItem ? "codes.item" : "codes.reserved"),
        },
      ]}
    />
  );
}
