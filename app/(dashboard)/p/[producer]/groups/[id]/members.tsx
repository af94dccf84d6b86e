"use client";

import { Button, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPackage, IconPlus, IconSearch } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { FoundIn } from "@/app/ui/found-in";
import { Link } from "@/app/ui/link";
import { listOf } from "@/app/ui/list-query";
import { Moment } from "@/app/ui/moment";
import { useRowFocus } from "@/app/ui/row-focus";
import { useSelection } from "@/app/ui/selection";
import { useCan } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { BulkBar } from "../../items/_bulk/bulk-bar";
import { itemHref } from "../../items/_parts/hrefs";
import { ItemState } from "../../items/_parts/item-state";
import { Section } from "../../items/_parts/section";
import { useMembership } from "../../items/_parts/use-membership";
import { scansHref } from "../../scans/hrefs";
import type { FoundGroup } from "../types";
import classes from "./group.module.css";
import { groupQueries } from "./queries";

const AddDialog = dynamic(() => import("./add-dialog"), { ssr: false });

/** Items of the group. */
export function Members({ group: { id, title } }: { group: FoundGroup }) {
  const t = useTranslations("groups.members");
  const format = useFormatter();
  const canEdit = useCan("editor");
  const [adding, setAdding] = useState<boolean>();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), 200);
  const { remove, isLeaving } = useMembership();
  const query = useInfiniteQuery({
    ...groupQueries(useTRPC(), id).members(search),
    placeholderData: keepPreviousData,
  });
  const rows = listOf(query, ({ entries }) => entries);
  const filter = { group: id, ...(search ? { search } : {}) };
  const selection = useSelection(filter);
  const hasOthers = rows.hasMore || rows.rows.some(({ identifier }) => !selection.selected.has(identifier));
  const list = useRef<HTMLDivElement>(null);
  useRowFocus(
    list,
    rows.rows.map(({ identifier }) => identifier),
  );
  const add = canEdit && (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setAdding(true)}
    >
      {t("add")}
    </Button>
  );
  const isEmpty = search === "" && query.data?.pages.every(({ entries }) => entries.length === 0);
  return (
    <Section title={t("title")} description={t("lead")}>
      {!isEmpty && (
        <div className={classes.bar}>
          <TextInput
            aria-label={t("search")}
            placeholder={t("search")}
            leftSection={<IconSearch size={16} aria-hidden />}
            type="search"
            value={typed}
            maxLength={200}
            onChange={(event) => setTyped(event.currentTarget.value)}
            className={classes.search}
            data-page-search
          />
          {add}
        </div>
      )}
      <div ref={list} tabIndex={-1}>
        <DataList
          label={t("title")}
          query={rows}
          rowId={({ identifier }) => identifier}
          rowName={({ identifier }) => identifier}
          href={({ identifier }) => itemHref(identifier)}
          selection={selection}
          filtered={search !== ""}
          onClearFilters={() => setTyped("")}
          empty={
            <EmptyState icon={IconPackage} title={t("emptyTitle")} action={add}>
              {t("emptyText")}
            </EmptyState>
          }
          columns={[
            {
              key: "identifier",
              header: t("identifier"),
              cell: ({ identifier, match }) => (
                <>
                  {identifier}
                  {match?.key && <FoundIn match={match} />}
                </>
              ),
            },
            { key: "title", header: t("itemTitle"), from: "sm", cell: ({ ownTitle }) => ownTitle ?? "–" },
            {
              key: "state",
              header: t("state"),
              width: "8.5rem",
              cell: ({ invalidatedAt }) => <ItemState invalidated={invalidatedAt !== null} />,
            },
            {
              key: "scans",
              header: t("scans"),
              align: "end",
              width: "6rem",
              cell: ({ identifier, scans }) => (
                <Link href={scansHref({ item: identifier })}>{format.number(scans)}</Link>
              ),
            },
            {
              key: "created",
              header: t("created"),
              width: "9rem",
              from: "sm",
              cell: ({ createdAt }) => <Moment at={createdAt} />,
            },
            ...(canEdit
              ? [
                  {
                    key: "remove",
                    header: t("out"),
                    hideHeader: true,
                    align: "end" as const,
                    width: "8rem",
                    cell: ({
                      identifier,
                      invalidatedAt,
                    }: {
                      identifier: string;
                      invalidatedAt: Date | null;
                    }) =>
                      invalidatedAt === null ? (
                        <Button
                          size="compact-sm"
                          variant="default"
                          aria-label={t("remove", { identifier })}
                          loading={isLeaving(identifier)}
                          onClick={() => remove({ id, identifier, title: title ?? id })}
                        >
                          {t("out")}
                        </Button>
                      ) : null,
                  },
                ]
              : []),
          ]}
        />
      </div>
      <BulkBar selection={selection} filter={filter} hasOthers={hasOthers} ofGroup={id} />
      {adding !== undefined && <AddDialog id={id} opened={adding} onClose={() => setAdding(false)} />}
    </Section>
  );
}
