"use client";

import { IconMapQuestion } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Detail, Waiting } from "@/app/ui/detail";
import { useRouter } from "@/app/ui/link";
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
  const back = { href: "/alerts/rules", label: t("back") };
  return (
    <Detail
      query={useQuery(useTRPC().alerts.rule.queryOptions({ id }))}
      title={t("editTitle")}
      back={back}
      missing={{
        icon: IconMapQuestion,
        title: t("notFound"),
        text: t("notFoundText"),
        as: { kind: "rule", id },
      }}
      waiting={<Waiting heights={["28rem"]} />}
    >
      {(found) => (
        <>
          <PageHeader
            title={found.rule.name}
            description={canEdit ? t("lead") : isEditor ? undefined : t("viewerHint")}
            back={back}
            actions={canEdit && <DeleteRule rule={found.rule} />}
          />
          {canEdit ? <EditRule {...found} /> : <Said rule={found.rule} />}
        </>
      )}
    </Detail>
  );
}
