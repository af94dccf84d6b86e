"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useRouter } from "@/app/ui/link";
import { PageHeader } from "@/app/ui/page-header";
import { useCan, useHasRole } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { CaseForm } from "../_form/case-form";

/** Page that opens a case. */
export function NewCase() {
  const t = useTranslations("cases");
  const trpc = useTRPC();
  const client = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const canEdit = useCan("editor");
  const isEditor = useHasRole("editor");
  const open = useMutation(trpc.cases.open.mutationOptions());
  return (
    <>
      <PageHeader title={t("form.newTitle")} back={{ href: "/cases", label: t("back") }} />
      {canEdit ? (
        <CaseForm
          action={t("form.open")}
          onSave={async (fields) => {
            const { id, number } = await open.mutateAsync(fields);
            toast.done(t("form.opened", { number }));
            router.push(`/cases/${id}`);
            await client.invalidateQueries(trpc.cases.pathFilter());
            return undefined;
          }}
        />
      ) : (
        !isEditor && <p>{t("form.viewerHint")}</p>
      )}
    </>
  );
}
