"use client";

import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconMessage, IconPlayerPause } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { Link } from "@/app/ui/link";
import { wholeListOf } from "@/app/ui/list-query";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { StateMark } from "@/app/ui/state-mark";
import { useTRPC } from "@/app/ui/trpc";
import type { ListedChannel } from "../types";

function ChannelState({ of: { isOn, failure } }: { of: ListedChannel }) {
  const t = useTranslations("alerts.channels");
  if (!isOn) return <StateMark icon={IconPlayerPause}>{t("off")}</StateMark>;
  if (failure !== null)
    return (
      <StateMark icon={IconAlertTriangle} tone="bad">
        {t("failing")}
      </StateMark>
    );
  return (
    <StateMark icon={IconCircleCheck} tone="good">
      {t("on")}
    </StateMark>
  );
}

/** Chat channels that receive the producer's alerts. */
export function Channels() {
  const t = useTranslations("alerts.channels");
  const canEdit = useCan("editor");
  const query = useQuery(useTRPC().alertChannels.list.queryOptions());
  const create = (isPrimary: boolean) =>
    canEdit && (
      <Button
        component={Link}
        href="/alerts/channels/new"
        variant={isPrimary ? "filled" : "default"}
        {...(isPrimary ? { "data-create": true } : {})}
      >
        {t("create")}
      </Button>
    );
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("lead")}
        back={{ href: "/alerts", label: t("back") }}
        actions={create(true)}
      />
      <DataList
        label={t("title")}
        query={wholeListOf(query, (channels) => channels)}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        href={({ id }) => `/alerts/channels/${id}`}
        empty={
          <EmptyState icon={IconMessage} title={t("empty")} action={create(false)}>
            {t("emptyText")}
          </EmptyState>
        }
        columns={[
          { key: "name", header: t("name"), cell: ({ name }) => name },
          { key: "kind", header: t("kind"), width: "8rem", cell: ({ kind }) => t(`kinds.${kind}`) },
          {
            key: "rules",
            header: t("rules"),
            width: "9rem",
            cell: ({ ruleIds }) =>
              ruleIds === null ? t("allRules") : t("ruleCount", { count: ruleIds.length }),
          },
          {
            key: "state",
            header: t("state"),
            width: "11rem",
            cell: (channel) => <ChannelState of={channel} />,
          },
        ]}
      />
    </>
  );
}
