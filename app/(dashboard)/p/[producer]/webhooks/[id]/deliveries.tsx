"use client";

import { Button, Group } from "@mantine/core";
import { IconRefresh, IconSend } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { parseAsStringLiteral } from "nuqs";
import { useEffect, useRef, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { useAddressFilters } from "@/app/ui/address-filters";
import { parseAsChoice } from "@/app/ui/choice";
import { ChoiceSelect } from "@/app/ui/choice-select";
import { ColumnChoice } from "@/app/ui/columns/column-choice";
import { shownInFile } from "@/app/ui/columns/column-set";
import { arranged, columnsNow, useColumns } from "@/app/ui/columns/use-columns";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { ExportButton } from "@/app/ui/export/export-button";
import { listOf } from "@/app/ui/list-query";
import { useSort } from "@/app/ui/list-sort";
import { useCan } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { ViewsMenu } from "@/app/ui/views/views-menu";
import { DELIVERY_COLUMNS, DELIVERY_SORT, useDeliveryColumns } from "./delivery-columns";
import classes from "./hook.module.css";
import { ReplayFailed } from "./replay-failed";

const STATES = ["waiting", "delivered", "failed", "held"] as const;
const FILTERS = { state: parseAsChoice(parseAsStringLiteral(STATES)) };

const WAITING_POLL_INTERVAL_MS = 2_000;
const POLL_INTERVAL_MS = 10_000;
/** With more loaded pages polling stops: each poll would refetch all of them. */
const MAX_POLLED_PAGES = 2;
/** The open delivery is no part of a view. */
const OF_PAGE = ["delivery"];

interface DeliveriesProps {
  hookId: string;
  isOn: boolean;
  onOpen: (deliveryId: string) => void;
}

/** Deliveries of a webhook, newest first. */
export function Deliveries({ hookId, isOn, onOpen }: DeliveriesProps) {
  const t = useTranslations("webhooks.deliveries");
  const tState = useTranslations("webhooks.delivery");
  const tPage = useTranslations("webhooks.page");
  const format = useFormatter();
  const trpc = useTRPC();
  const canEdit = useCan("editor");
  const chosen = useColumns(DELIVERY_COLUMNS);
  const { first, of } = useDeliveryColumns();
  const heading = useRef<HTMLHeadingElement>(null);
  // The browser resolves a link to this section before the section is rendered.
  useEffect(() => {
    if (window.location.hash === "#deliveries") heading.current?.scrollIntoView();
  }, []);
  const [isReplaying, setReplaying] = useState(false);
  const { data: hook } = useQuery(trpc.hooks.get.queryOptions({ id: hookId }));
  const sorting = useSort(DELIVERY_SORT);
  const [{ state }, setFilters] = useAddressFilters(FILTERS);
  const filter = state ? { state } : {};
  const query = useInfiniteQuery({
    ...trpc.deliveries.list.infiniteQueryOptions(
      { hookId, filter, ...(sorting.asked ? { sort: sorting.asked } : {}) },
      { getNextPageParam: (page) => page.nextCursor },
    ),
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages ?? [];
      if (pages.length > MAX_POLLED_PAGES) return false;
      const isWaiting = pages.some(({ entries }) => entries.some(({ state }) => state === "waiting"));
      return isWaiting ? WAITING_POLL_INTERVAL_MS : POLL_INTERVAL_MS;
    },
  });
  const total = useQuery({
    ...trpc.deliveries.total.queryOptions({ hookId, filter }),
    enabled: query.hasNextPage,
  });
  return (
    <section aria-labelledby="deliveries">
      <div className={classes.head}>
        <div>
          <h2 id="deliveries" ref={heading}>
            {t("title")}
          </h2>
          <p>{t("lead")}</p>
        </div>
        <Group gap="sm">
          {canEdit && isOn && (
            <Button
              variant="default"
              leftSection={<IconRefresh size={17} aria-hidden />}
              onClick={() => setReplaying(true)}
            >
              {tPage("resendFailed")}
            </Button>
          )}
          <ViewsMenu
            list="deliveries"
            path={`/webhooks/${hookId}`}
            without={OF_PAGE}
            columnsNow={() => columnsNow(DELIVERY_COLUMNS)}
          />
          <ColumnChoice {...chosen} of={of} />
          <ExportButton
            wish={{ list: "deliveries", filter: { hook: hookId, ...filter }, sort: sorting.asked }}
            shown={shownInFile(DELIVERY_COLUMNS, chosen.shown)}
          />
        </Group>
      </div>
      <search className={classes.filters} aria-label={t("filter")}>
        <ChoiceSelect
          label={t("state")}
          placeholder={t("anyState")}
          data={STATES.map((one) => ({ value: one, label: tState(one) }))}
          value={state}
          onChange={(chosen) => setFilters({ state: chosen })}
        />
      </search>
      <DataList
        label={t("title")}
        query={listOf(query, (page) => page.entries, total.data)}
        filtered={state !== null}
        onClearFilters={() => setFilters(null)}
        rowId={({ id }) => id}
        rowName={({ event, createdAt }) =>
          t("name", {
            event,
            at: format.dateTime(createdAt, { dateStyle: "medium", timeStyle: "medium" }),
          })
        }
        onOpen={({ id }) => onOpen(id)}
        empty={
          <EmptyState icon={IconSend} title={t("emptyTitle")}>
            {t("emptyText")}
          </EmptyState>
        }
        columns={arranged(chosen, first, of)}
        sorting={{ ...sorting, columns: [first, ...Object.values(of)] }}
      />
      {isReplaying && (
        <ReplayFailed
          hookId={hookId}
          failingSince={hook?.failingSince ?? null}
          onClose={() => setReplaying(false)}
        />
      )}
    </section>
  );
}
