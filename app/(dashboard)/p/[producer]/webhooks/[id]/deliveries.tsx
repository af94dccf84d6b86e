"use client";

import { Button, Group } from "@mantine/core";
import { IconRefresh, IconSend } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { ExportButton } from "@/app/ui/export/export-button";
import { listOf } from "@/app/ui/list-query";
import { Moment } from "@/app/ui/moment";
import { useCan } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { DeliveryState } from "./delivery-state";
import classes from "./hook.module.css";
import { ReplayFailed } from "./replay-failed";
import { AttemptResult } from "./try-result";

const WAITING_POLL_INTERVAL_MS = 2_000;
const POLL_INTERVAL_MS = 10_000;
/** With more loaded pages polling stops: each poll would refetch all of them. */
const MAX_POLLED_PAGES = 2;

interface DeliveriesProps {
  hookId: string;
  isOn: boolean;
  onOpen: (deliveryId: string) => void;
}

/** Deliveries of a webhook, newest first. */
export function Deliveries({ hookId, isOn, onOpen }: DeliveriesProps) {
  const t = useTranslations("webhooks.deliveries");
  const tPage = useTranslations("webhooks.page");
  const format = useFormatter();
  const trpc = useTRPC();
  const canEdit = useCan("editor");
  const heading = useRef<HTMLHeadingElement>(null);
  // The browser resolves a link to this section before the section is rendered.
  useEffect(() => {
    if (window.location.hash === "#deliveries") heading.current?.scrollIntoView();
  }, []);
  const [isReplaying, setReplaying] = useState(false);
  const { data: hook } = useQuery(trpc.hooks.get.queryOptions({ id: hookId }));
  const query = useInfiniteQuery({
    ...trpc.deliveries.list.infiniteQueryOptions({ hookId }, { getNextPageParam: (page) => page.nextCursor }),
    refetchInterval: ({ state }) => {
      const pages = state.data?.pages ?? [];
      if (pages.length > MAX_POLLED_PAGES) return false;
      const isWaiting = pages.some(({ entries }) => entries.some(({ state }) => state === "waiting"));
      return isWaiting ? WAITING_POLL_INTERVAL_MS : POLL_INTERVAL_MS;
    },
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
          <ExportButton wish={{ list: "deliveries", filter: { hook: hookId } }} />
        </Group>
      </div>
      <DataList
        label={t("title")}
        query={listOf(query, (page) => page.entries)}
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
        columns={[
          { key: "event", header: t("event"), cell: ({ event }) => event },
          {
            key: "state",
            header: t("state"),
            width: "9rem",
            cell: ({ state }) => <DeliveryState of={state} />,
          },
          {
            key: "last",
            header: t("last"),
            width: "10rem",
            from: "sm",
            cell: ({ lastAttempt }) => lastAttempt && <AttemptResult of={lastAttempt} />,
          },
          {
            key: "attempts",
            header: t("attempts"),
            width: "5.5rem",
            align: "end",
            cell: ({ attemptsMade }) => format.number(attemptsMade),
          },
          {
            key: "next",
            header: t("next"),
            width: "8.5rem",
            from: "lg",
            cell: ({ nextAt }) => nextAt && <Moment at={nextAt} />,
          },
          {
            key: "at",
            header: t("at"),
            width: "9rem",
            cell: ({ createdAt }) => <Moment at={createdAt} />,
          },
        ]}
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
