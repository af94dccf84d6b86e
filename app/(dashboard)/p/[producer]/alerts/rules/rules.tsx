"use client";

import { Button, Group } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { Link } from "@/app/ui/link";
import { wholeListOf } from "@/app/ui/list-query";
import { Moment } from "@/app/ui/moment";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { AddRecommended } from "../add-recommended";
import { useConditionText } from "../texts";
import type { ListedRule } from "../types";
import { MailSwitch, OnSwitch } from "./switches";

function When({ rule }: { rule: ListedRule }) {
  const text = useConditionText(rule.condition);
  return <span title={text}>{text}</span>;
}

/** Alert rules of the producer. */
export function Rules() {
  const t = useTranslations("alerts");
  const canEdit = useCan("editor");
  const canWatch = useCan("viewer");
  const query = useQuery(useTRPC().alerts.rules.queryOptions());
  const create = (isPrimary: boolean) =>
    canEdit && (
      <Button
        component={Link}
        href="/alerts/rules/new"
        variant={isPrimary ? "filled" : "default"}
        {...(isPrimary ? { "data-create": true } : {})}
      >
        {t("newRule")}
      </Button>
    );
  return (
    <>
      <PageHeader
        title={t("rules.title")}
        description={t("rules.lead")}
        back={{ href: "/alerts", label: t("rules.back") }}
        actions={create(true)}
      />
      <DataList
        label={t("rules.title")}
        query={wholeListOf(query, ({ rules }) => rules)}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        href={({ id }) => `/alerts/rules/${id}`}
        empty={
          <EmptyState
            icon={IconBell}
            title={t("rules.empty.title")}
            action={
              canEdit && (
                <Group gap="sm" justify="center">
                  {create(false)}
                  <AddRecommended />
                </Group>
              )
            }
          >
            {t("rules.empty.text")}
          </EmptyState>
        }
        columns={[
          { key: "name", header: t("rules.columns.name"), width: "20%", cell: ({ name }) => name },
          {
            key: "when",
            header: t("rules.columns.condition"),
            cell: (rule) => <When rule={rule} />,
          },
          {
            key: "last",
            header: t("rules.columns.last"),
            width: "9.5rem",
            cell: ({ lastOpenedAt }) =>
              lastOpenedAt === null ? t("rules.never") : <Moment at={lastOpenedAt} />,
          },
          ...(query.data?.canMail
            ? [
                {
                  key: "mail",
                  header: t("rules.columns.mail"),
                  width: "7.5rem",
                  cell: (rule: ListedRule) => <MailSwitch rule={rule} disabled={!canWatch} />,
                },
              ]
            : []),
          {
            key: "on",
            header: t("rules.columns.on"),
            width: "5rem",
            cell: (rule) => <OnSwitch rule={rule} disabled={!canEdit} />,
          },
        ]}
      />
    </>
  );
}
