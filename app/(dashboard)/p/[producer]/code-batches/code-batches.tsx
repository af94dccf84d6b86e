"use client";

import { Button } from "@mantine/core";
import { IconBarcode, IconPlus } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "use-intl";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { Link } from "@/app/ui/link";
import { listOf } from "@/app/ui/list-query";
import { Moment } from "@/app/ui/moment";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { codeBatchesQuery } from "./queries";

/** Code batches of the producer, newest first. */
export function CodeBatches() {
  const t = useTranslations("codes");
  const tItems = useTranslations("items");
  const format = useFormatter();
  const canEdit = useCan("editor");
  const query = useInfiniteQuery(codeBatchesQuery(useTRPC()));
  const create = (variant: "filled" | "default") =>
    canEdit && (
      <Button
        component={Link}
        href="/items/generate"
        variant={variant}
        leftSection={<IconPlus size={16} aria-hidden />}
        {...(variant === "filled" ? { "data-create": true } : {})}
      >
        {t("generate")}
      </Button>
    );
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("lead")}
        back={{ href: "/items", label: tItems("title") }}
        actions={create("filled")}
      />
      <DataList
        label={t("title")}
        query={listOf(query, (page) => page.entries)}
        rowId={({ id }) => id}
        rowName={({ pattern }) => pattern}
        href={({ id }) => `/code-batches/${id}`}
        empty={
          <EmptyState icon={IconBarcode} title={t("empty.title")} action={create("default")}>
            {t("empty.text")}
          </EmptyState>
        }
        columns={[
          { key: "pattern", header: t("columns.pattern"), width: "40%", cell: ({ pattern }) => pattern },
          {
            key: "count",
            header: t("columns.count"),
            width: "7rem",
            align: "end",
            cell: ({ generated }) => format.number(generated),
          },
          {
            key: "use",
            header: t("columns.use"),
            width: "11rem",
            cell: ({ isReserved }) => t(isReserved ? "create.uses.reserved" : "create.uses.items"),
          },
          { key: "by", header: t("columns.by"), from: "lg", cell: ({ actorName }) => actorName },
          {
            key: "at",
            header: t("columns.at"),
            width: "9.5rem",
            cell: ({ createdAt }) => <Moment at={createdAt} />,
          },
        ]}
      />
    </>
  );
}
