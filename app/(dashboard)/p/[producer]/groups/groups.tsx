"use client";

import { Button } from "@mantine/core";
import { IconBoxMultiple, IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { parseAsString } from "nuqs";
import { useTranslations } from "use-intl";
import { useAddressFilters } from "@/app/ui/address-filters";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { ExportButton } from "@/app/ui/export/export-button";
import { FoundIn } from "@/app/ui/found-in";
import { Link } from "@/app/ui/link";
import { listOf } from "@/app/ui/list-query";
import { Moment } from "@/app/ui/moment";
import { PageHeader } from "@/app/ui/page-header";
import { SearchInput } from "@/app/ui/search-input";
import { useCan } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { ImportButton } from "../imports/import-button";
import { groupHref } from "../items/_parts/hrefs";
import { Picture } from "../items/_parts/picture";
import classes from "./groups.module.css";
import { groupsQuery } from "./list-query";

const FILTERS = { q: parseAsString.withDefault("") };

export function Groups() {
  const t = useTranslations("groups");
  const trpc = useTRPC();
  const canEdit = useCan("editor");
  const [{ q }, setFilters] = useAddressFilters(FILTERS);
  const search = q.trim().slice(0, 200);
  const query = useInfiniteQuery({
    ...groupsQuery(trpc, search),
    placeholderData: keepPreviousData,
  });
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
        actions={
          <>
            <ExportButton
              wish={{ list: "groups", filter: search ? { search } : {} }}
              shown={["title", "id", "created", "updated"]}
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
        query={listOf(query, ({ entries }) => entries)}
        rowId={({ id }) => id}
        rowName={({ id, title }) => title ?? id}
        href={({ id }) => groupHref(id)}
        filtered={search !== ""}
        onClearFilters={() => setFilters({ q: null })}
        empty={
          <EmptyState icon={IconBoxMultiple} title={t("empty.title")} action={canEdit && create("default")}>
            {t("empty.text")}
          </EmptyState>
        }
        columns={[
          {
            key: "title",
            header: t("name"),
            cell: ({ title, image, match }) => (
              <span className={classes.name}>
                <Picture image={image} alt="" width={64} />
                <span className={classes.nameText}>
                  {title ?? t("untitled")}
                  {match && <FoundIn match={{ ...match, of: "item" }} />}
                </span>
              </span>
            ),
          },
          {
            key: "id",
            header: t("id"),
            width: "21rem",
            from: "lg",
            cell: ({ id }) => <code className={classes.id}>{id}</code>,
          },
          {
            key: "created",
            header: t("created"),
            width: "10rem",
            cell: ({ createdAt }) => <Moment at={createdAt} />,
          },
          {
            key: "updated",
            header: t("updated"),
            width: "10rem",
            from: "sm",
            cell: ({ updatedAt }) => <Moment at={updatedAt} />,
          },
        ]}
      />
    </>
  );
}
