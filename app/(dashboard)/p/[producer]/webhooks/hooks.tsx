"use client";

import { Button, Pill, SegmentedControl } from "@mantine/core";
import { IconWebhook } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { parseAsString, parseAsStringLiteral } from "nuqs";
import { useFormatter, useTranslations } from "use-intl";
import { useAddressFilters } from "@/app/ui/address-filters";
import { parseAsId } from "@/app/ui/address-parsers";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { Link } from "@/app/ui/link";
import { listOf } from "@/app/ui/list-query";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { EventNames } from "./event-names";
import { HookState } from "./hook-state";
import classes from "./hooks.module.css";
import { TargetName } from "./target-name";

const WHICH = ["all", "producer"] as const;
const FILTERS = {
  of: parseAsStringLiteral(WHICH).withDefault("all"),
  item: parseAsString,
  group: parseAsId,
};

/** All webhooks of the producer, including those of items and groups. */
export function Hooks() {
  const t = useTranslations("webhooks");
  const format = useFormatter();
  const trpc = useTRPC();
  const canEdit = useCan("editor");
  const [{ of, item, group }, setFilters] = useAddressFilters(FILTERS);
  const target = item ? { item } : group ? { group } : of === "producer" ? "producer" : undefined;
  const query = useInfiniteQuery({
    ...trpc.hooks.list.infiniteQueryOptions(target ? { target } : {}, {
      getNextPageParam: (page) => page.nextCursor,
    }),
    placeholderData: keepPreviousData,
  });
  const { data: ofGroup } = useQuery({
    ...trpc.groups.get.queryOptions({ id: group ?? "" }),
    enabled: group !== null,
  });
  const isOfOne = item !== null || group !== null;
  const toNew = item
    ? `/webhooks/new?item=${encodeURIComponent(item)}`
    : group
      ? `/webhooks/new?group=${encodeURIComponent(group)}`
      : "/webhooks/new";
  const create = (isPrimary: boolean) =>
    canEdit && (
      <Button
        component={Link}
        href={toNew}
        variant={isPrimary ? "filled" : "default"}
        {...(isPrimary ? { "data-create": true } : {})}
      >
        {t("new")}
      </Button>
    );

  return (
    <>
      <PageHeader
        title={t("title")}
        description={
          <>
            {t("lead")} <Link href="/webhooks/verify">{t("verify.title")}</Link>
          </>
        }
        actions={create(true)}
      />
      <div className={classes.filters}>
        {isOfOne ? (
          <Pill
            size="lg"
            withRemoveButton
            removeButtonProps={{ "aria-label": t("filter.remove"), title: t("filter.remove") }}
            onRemove={() => setFilters({ item: null, group: null })}
          >
            {item
              ? t("target.item", { name: item })
              : t("target.group", { name: ofGroup?.title ?? group ?? "" })}
          </Pill>
        ) : (
          <SegmentedControl
            aria-label={t("filter.label")}
            value={of}
            onChange={(value) => setFilters({ of: WHICH.find((each) => each === value) ?? null })}
            data={WHICH.map((value) => ({ value, label: t(`filter.${value}`) }))}
          />
        )}
      </div>
      <DataList
        label={t("title")}
        query={listOf(query, (page) => page.entries)}
        rowId={({ id }) => id}
        rowName={({ url }) => url}
        href={({ id }) => `/webhooks/${id}`}
        filtered={of === "producer" && !isOfOne}
        onClearFilters={() => setFilters(null)}
        empty={
          <EmptyState
            icon={IconWebhook}
            title={t(isOfOne ? "empty.titleHere" : "empty.title")}
            action={create(false)}
          >
            {t(isOfOne ? "empty.textHere" : "empty.text")}
          </EmptyState>
        }
        columns={[
          {
            key: "url",
            header: t("endpointUrl"),
            cell: ({ url }) => (
              <span className={classes.address} title={url}>
                {url}
              </span>
            ),
          },
          {
            key: "target",
            header: t("appliesTo"),
            width: "25%",
            cell: ({ target }) => <TargetName target={target} />,
          },
          {
            key: "events",
            header: t("events"),
            width: "14rem",
            from: "lg",
            cell: ({ events }) => <EventNames events={events} />,
          },
          { key: "state", header: t("state"), width: "14rem", cell: (hook) => <HookState hook={hook} /> },
          {
            key: "successes",
            header: t("delivered"),
            width: "6.5rem",
            align: "end",
            cell: ({ id, executed }) => (
              <Link href={`/webhooks/${id}#deliveries`} aria-label={t("deliveriesOf", { count: executed })}>
                {format.number(executed)}
              </Link>
            ),
          },
        ]}
      />
    </>
  );
}
