"use client";

import { Button } from "@mantine/core";
import { IconDeviceMobileOff } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { type Column, DataList } from "@/app/ui/data-list";
import { EmptyState } from "@/app/ui/empty-state";
import { wholeListOf } from "@/app/ui/list-query";
import { PageHeader } from "@/app/ui/page-header";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import classes from "./phones.module.css";
import { RuleAuditEvents } from "./rule-audit-events";
import { RuleDialog } from "./rule-dialog";
import { TryPhone } from "./try-phone";
import type { Rule } from "./types";

/** Rules for the phones that scanner apps may run on. Changes take effect in the API at once. */
export function Phones() {
  const t = useTranslations("admin.phones");
  const [edited, setEdited] = useState<Rule | "new">();
  const [removed, setRemoved] = useState<Rule>();
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("lead")}
        actions={
          <Button onClick={() => setEdited("new")} data-create>
            {t("add")}
          </Button>
        }
      />
      <Rules onEdit={setEdited} onRemove={setRemoved} />
      <div className={classes.parts}>
        <TryPhone />
        <RuleAuditEvents />
      </div>
      {edited && (
        <RuleDialog rule={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      {removed && <RemoveRule rule={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}

function Rules({ onEdit, onRemove }: { onEdit: (rule: Rule) => void; onRemove: (rule: Rule) => void }) {
  const t = useTranslations("admin.phones");
  const tCommon = useTranslations("common");
  const format = useFormatter();
  const query = useQuery(useTRPC().admin.phoneRules.queryOptions());
  const columns: Column<Rule>[] = [
    { key: "os", header: t("os"), width: "10rem", cell: ({ os }) => <strong>{os}</strong> },
    {
      key: "version",
      header: t("version"),
      width: "10rem",
      cell: ({ minimumVersion }) => t("fromVersion", { version: minimumVersion }),
    },
    {
      key: "physical",
      header: t("devices"),
      width: "12rem",
      cell: ({ physicalOnly }) => t(physicalOnly ? "physicalOnly" : "anyDevice"),
    },
    {
      key: "models",
      header: t("models"),
      cell: ({ unsupportedModels }) =>
        unsupportedModels.length === 0 ? (
          <span className={classes.dim}>{tCommon("none")}</span>
        ) : (
          <span title={unsupportedModels.join("\n")}>{format.list(unsupportedModels.slice(0, 20))}</span>
        ),
    },
    {
      key: "remove",
      header: t("remove.open"),
      width: "9rem",
      align: "end",
      cell: (rule) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t("remove.of", { os: rule.os })}
          onClick={() => onRemove(rule)}
        >
          {t("remove.open")}
        </Button>
      ),
    },
  ];
  return (
    <DataList
      label={t("title")}
      query={wholeListOf(query, (rules) => rules)}
      rowId={({ os }) => os}
      rowName={({ os }) => os}
      onOpen={onEdit}
      usualRows={2}
      empty={
        <EmptyState icon={IconDeviceMobileOff} title={t("empty.title")}>
          {t("empty.text")}
        </EmptyState>
      }
      columns={columns}
    />
  );
}

function RemoveRule({ rule: { os }, onClose }: { rule: Rule; onClose: () => void }) {
  const t = useTranslations("admin.phones.remove");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const remove = useMutation(trpc.admin.removePhoneRule.mutationOptions());
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("title", { os })}
      action={t("action")}
      danger
      onConfirm={async () => {
        await remove.mutateAsync({ os });
        await queryClient.invalidateQueries(trpc.admin.pathFilter());
        toast.done(t("done", { os }));
      }}
    >
      {t("text", { os })}
    </ConfirmDialog>
  );
}
