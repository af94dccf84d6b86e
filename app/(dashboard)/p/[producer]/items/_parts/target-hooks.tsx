"use client";

import { Button } from "@mantine/core";
import { IconPlus, IconWebhook } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "use-intl";
import { EmptyState } from "@/app/ui/empty-state";
import { Link } from "@/app/ui/link";
import { listOf } from "@/app/ui/list-query";
import { ShortList } from "@/app/ui/short-list";
import { useCan } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { EventNames } from "../../webhooks/event-names";
import { HookState } from "../../webhooks/hook-state";
import { targetHooksQuery } from "../../webhooks/target-query";
import { Section } from "./section";

interface TargetHooksProps {
  target: { item: string } | { group: string };
  /** Path of the form that creates a webhook for this target. */
  createHref: string;
}

/** Webhooks of an item or a group. */
export function TargetHooks({ target, createHref }: TargetHooksProps) {
  const t = useTranslations("items.webhooks");
  const format = useFormatter();
  const canEdit = useCan("editor");
  const query = useInfiniteQuery(targetHooksQuery(useTRPC(), target));
  const create = canEdit && (
    <Button
      component={Link}
      href={createHref}
      size="xs"
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t("create")}
    </Button>
  );
  const isEmpty = query.data?.pages.every(({ entries }) => entries.length === 0);
  return (
    <Section title={t("title")} description={t("lead")} actions={!isEmpty && create}>
      <ShortList
        label={t("title")}
        query={listOf(query, ({ entries }) => entries)}
        rowId={({ id }) => id}
        rowName={({ url }) => url}
        href={({ id }) => `/webhooks/${id}`}
        empty={
          <EmptyState icon={IconWebhook} title={t("emptyTitle")} action={create}>
            {t("emptyText")}
          </EmptyState>
        }
        columns={[
          { key: "url", header: t("url"), cell: ({ url }) => url },
          {
            key: "events",
            header: t("events"),
            from: "sm",
            cell: ({ events }) => <EventNames events={events} />,
          },
          {
            key: "state",
            header: t("state"),
            width: "13rem",
            cell: (hook) => <HookState hook={hook} />,
          },
          {
            key: "executed",
            header: t("executed"),
            align: "end",
            width: "7rem",
            from: "sm",
            cell: ({ id, executed }) => <Link href={`/webhooks/${id}`}>{format.number(executed)}</Link>,
          },
        ]}
      />
    </Section>
  );
}
