"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useRouter } from "@/app/ui/link";
import { PageHeader } from "@/app/ui/page-header";
import { useCan, useHasRole } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { RuleForm } from "../_form/rule-form";

export function NewRule() {
  const t = useTranslations("alerts.form");
  const trpc = useTRPC();
  const client = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const canEdit = useCan("editor");
  const isEditor = useHasRole("editor");
  const { data } = useQuery(trpc.alerts.rules.queryOptions());
  const create = useMutation(trpc.alerts.createRule.mutationOptions());
  return (
    <>
      <PageHeader
        title={t("newTitle")}
        description={canEdit && t("lead")}
        back={{ href: "/alerts/rules", label: t("back") }}
      />
      {canEdit ? (
        <RuleForm
          canMail={data?.canMail ?? true}
          onSave={async (rule) => {
            await create.mutateAsync(rule);
            toast.done(t("saved"));
            router.push("/alerts/rules");
            await client.invalidateQueries(trpc.alerts.pathFilter());
          }}
        />
      ) : (
        !isEditor && <p>{t("viewerHint")}</p>
      )}
    </>
  );
}
