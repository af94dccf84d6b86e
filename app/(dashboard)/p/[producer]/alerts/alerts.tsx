"use client";

import { Button, Chip, Group } from "@mantine/core";
import { IconAdjustmentsAlt, IconBell, IconMessage } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { parseAsStringLiteral } from "nuqs";
import { useTranslations } from "use-intl";
import { useAddressFilters } from "@/app/ui/address-filters";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { Link } from "@/app/ui/link";
import { listOf } from "@/app/ui/list-query";
import { Moment } from "@/app/ui/moment";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { STATES } from "@/server/domain/alerts/schema";
import { AddRecommended } from "./add-recommended";
import { AlertState } from "./alert-state";
import classes from "./alerts.module.css";
import { useAlertText } from "./texts";

const WHICH = [...STATES, "all"] as const;
const FILTERS = { state: parseAsStringLiteral(WHICH).withDefault("open") };

const POLL_INTERVAL_MS = 60_000;

/** Inbox of alerts, newest first. */
export function Alerts() {
  const t = useTranslations("alerts");
  const trpc = useTRPC();
  const alertText = useAlertText();
  const [{ state: which }, setFilters] = useAddressFilters(FILTERS, { history: "push" });
  const query = useInfiniteQuery({
    ...trpc.alerts.list.infiniteQueryOptions(
      { filter: which === "all" ? {} : { state: which } },
      { getNextPageParam: (page) => page.nextCursor },
    ),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_INTERVAL_MS,
  });

  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("lead")}
        actions={
          <>
            <Button
              component={Link}
              href="/alerts/channels"
              variant="default"
              leftSection={<IconMessage size={17} aria-hidden />}
            >
              {t("channels.title")}
            </Button>
            <Button
              component={Link}
              href="/alerts/rules"
              variant="default"
              leftSection={<IconAdjustmentsAlt size={17} aria-hidden />}
            >
              {t("toRules")}
            </Button>
          </>
        }
      />
      <Chip.Group
        value={which}
        onChange={(value) => setFilters({ state: WHICH.find((each) => each === value) ?? null })}
      >
        <Group className={classes.filters} gap="xs" role="radiogroup" aria-label={t("filter")}>
          {WHICH.map((each) => (
            <Chip key={each} value={each} size="sm" radius="md">
              {each === "all" ? t("all") : t(`state.${each}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <DataList
        label={t("title")}
        query={listOf(query, (page) => page.entries)}
        rowId={({ id }) => id}
        rowName={alertText}
        href={({ id }) => `/alerts/${id}`}
        filtered={which !== "open" && which !== "all"}
        onClearFilters={() => setFilters({ state: "all" })}
        empty={<NoAlerts isInbox={which === "open"} />}
        columns={[
          { key: "what", header: t("columns.cause"), cell: alertText },
          { key: "rule", header: t("columns.rule"), width: "24%", cell: ({ ruleName }) => ruleName },
          {
            key: "state",
            header: t("columns.state"),
            width: "10rem",
            cell: ({ state }) => <AlertState of={state} />,
          },
          {
            key: "fired",
            header: t("columns.triggered"),
            width: "9.5rem",
            cell: ({ openedAt }) => <Moment at={openedAt} />,
          },
        ]}
      />
    </>
  );
}

/** Empty state: no open alerts, or no rule that could open one. */
function NoAlerts({ isInbox }: { isInbox: boolean }) {
  const t = useTranslations("alerts");
  const canEdit = useCan("editor");
  const rules = useQuery(useTRPC().alerts.rules.queryOptions());
  const hasRules = (rules.data?.rules.length ?? 0) > 0;
  return (
    <EmptyState
      icon={IconBell}
      title={t(isInbox && hasRules ? "empty.title" : "empty.none")}
      action={
        canEdit &&
        !hasRules && (
          <Group gap="sm" justify="center">
            <Button component={Link} href="/alerts/rules/new" data-create>
              {t("newRule")}
            </Button>
            <AddRecommended />
          </Group>
        )
      }
    >
      {t(isInbox && hasRules ? "empty.text" : "empty.noneText")}
    </EmptyState>
  );
}
