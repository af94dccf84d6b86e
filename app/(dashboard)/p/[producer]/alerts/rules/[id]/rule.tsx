"use client";

import { Skeleton } from "@mantine/core";
import { IconMapQuestion } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Elsewhere } from "@/app/ui/elsewhere";
import { EmptyState } from "@/app/ui/empty-state";
import { failureOf } from "@/app/ui/failure";
import { Link, useRouter } from "@/app/ui/link";
import { LoadFailed } from "@/app/ui/load-failed";
import { PageHeader } from "@/app/ui/page-header";
import { useCan, useHasRole } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { useConditionText } from "../../texts";
import type { ListedRule } from "../../types";
import { RuleForm } from "../_form/rule-form";
import { DeleteRule } from "./delete-rule";

function Said({ rule }: { rule: ListedRule }) {
  return <p>{useConditionText(rule.condition)}</p>;
}

function EditRule({ rule, version, canMail }: { rule: ListedRule; version: string; canMail: boolean }) {
  const t = useTranslations("alerts.form");
  const trpc = useTRPC();
  const client = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const update = useMutation(trpc.alerts.updateRule.mutationOptions());
  return (
    <RuleForm
      rule={rule}
      version={version}
      canMail={canMail}
      onSave={async (changed, version) => {
        const outcome = await update.mutateAsync({ ...changed, id: rule.id, version });
        if ("present" in outcome) return outcome.present;
        toast.done(t("saved"));
        router.push("/alerts/rules");
        await client.invalidateQueries(trpc.alerts.pathFilter());
        return undefined;
      }}
    />
  );
}

/** Page of one alert rule, as a form. */
export function Rule({ id }: { id: string }) {
  const t = useTranslations("alerts.form");
  const canEdit = useCan("editor");
  const isEditor = useHasRole("editor");
  const query = useQuery(useTRPC().alerts.rule.queryOptions({ id }));
  const isAbsent = query.isError && failureOf(query.error).status === 404;
  return (
    <>
      <PageHeader
        title={query.data?.rule.name ?? t("editTitle")}
        description={canEdit ? t("lead") : isEditor ? undefined : t("viewerHint")}
        back={<Link href="/alerts/rules">{t("back")}</Link>}
        actions={query.data && canEdit && <DeleteRule rule={query.data.rule} />}
      />
      {query.data ? (
        canEdit ? (
          <EditRule {...query.data} />
        ) : (
          <Said rule={query.data.rule} />
        )
      ) : isAbsent ? (
        <Elsewhere kind="rule" id={id}>
          <EmptyState icon={IconMapQuestion} title={t("notFound")}>
            {t("notFoundText")}
          </EmptyState>
        </Elsewhere>
      ) : query.isError ? (
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height="28rem" />
      )}
    </>
  );
}
