"use client";

import { NativeSelect } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { parseAsString, parseAsStringLiteral } from "nuqs";
import { useTranslations } from "use-intl";
import { useAddressFilters } from "@/app/ui/address-filters";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { listOf } from "@/app/ui/list-query";
import { Moment } from "@/app/ui/moment";
import { PageHeader } from "@/app/ui/page-header";
import { SearchInput } from "@/app/ui/search-input";
import { useTRPC } from "@/app/ui/trpc";
import { PEOPLE_SHOWN } from "@/server/domain/people/schema";
import { ServiceAuditEvents } from "../service-audit-events";
import classes from "./people.module.css";
import { PersonState } from "./person-state";

const MAX_PRODUCERS_SHOWN = 2;
const FILTERS = { q: parseAsString.withDefault(""), only: parseAsStringLiteral(PEOPLE_SHOWN) };

/** All accounts, and the latest changes that admins made to them. */
export function People() {
  const t = useTranslations("admin.people");
  const tRole = useTranslations("common.role");
  const [{ q, only }, setFilters] = useAddressFilters(FILTERS);
  const search = q.trim().slice(0, 200);
  const query = useInfiniteQuery({
    ...useTRPC().admin.people.infiniteQueryOptions(
      { filter: { search: search || undefined, only: only ?? undefined }, limit: 50 },
      { getNextPageParam: (page) => page.nextCursor },
    ),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader title={t("title")} description={t("lead")} />
      <search className={classes.filters}>
        <SearchInput label={t("search")} value={q} onChange={(q) => setFilters({ q })} />
        <NativeSelect
          aria-label={t("show")}
          value={only ?? ""}
          onChange={({ currentTarget: { value } }) =>
            setFilters({ only: PEOPLE_SHOWN.find((one) => one === value) ?? null })
          }
          data={[
            { value: "", label: t("everyone") },
            ...PEOPLE_SHOWN.map((one) => ({ value: one, label: t(`only.${one}`) })),
          ]}
        />
      </search>
      <DataList
        label={t("title")}
        query={listOf(query, (page) => page.entries)}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        href={({ id }) => `/admin/people/${id}`}
        filtered={search !== "" || only !== null}
        onClearFilters={() => setFilters({ q: null, only: null })}
        empty={
          <EmptyState icon={IconUsers} title={t("empty.title")}>
            {t("empty.text")}
          </EmptyState>
        }
        columns={[
          { key: "name", header: t("name"), cell: ({ name }) => name },
          {
            key: "email",
            header: t("email"),
            cell: ({ email }) => <span className={classes.email}>{email}</span>,
          },
          {
            key: "producers",
            header: t("producers"),
            from: "lg",
            cell: ({ memberships }) => {
              const shown = memberships.slice(0, MAX_PRODUCERS_SHOWN);
              const others = memberships.length - shown.length;
              if (shown.length === 0) return <span className={classes.dim}>{t("noProducers")}</span>;
              return (
                <>
                  {shown.map(({ producerName, role }) => `${producerName} (${tRole(role)})`).join(", ")}
                  {others > 0 && ` ${t("moreProducers", { count: others })}`}
                </>
              );
            },
          },
          {
            key: "state",
            header: t("state"),
            width: "8.5rem",
            cell: (person) => <PersonState person={person} />,
          },
          {
            key: "last",
            header: t("lastSignIn"),
            width: "9.5rem",
            from: "sm",
            cell: ({ lastSignInAt }) => (lastSignInAt ? <Moment at={lastSignInAt} /> : t("never")),
          },
        ]}
      />
      <div className={classes.changes}>
        <ServiceAuditEvents kind="person" title={t("changes")} none={t("noChanges")} />
      </div>
    </>
  );
}
