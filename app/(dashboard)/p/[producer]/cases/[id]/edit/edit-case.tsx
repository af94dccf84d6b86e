"use client";

import { IconBriefcaseOff } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Detail, Waiting } from "@/app/ui/detail";
import { useRouter } from "@/app/ui/link";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { CaseForm } from "../../_form/case-form";
import { caseQueries } from "../../queries";
import type { OneCase } from "../../types";

/** Page that edits title, summary, owner, due date and tags of a case. */
export function EditCase({ id }: { id: string }) {
  const t = useTranslations("cases");
  const canEdit = useCan("editor");
  const query = useQuery({
    ...caseQueries(useTRPC(), id).one,
    // A refetch must not replace unsaved input.
    refetchOnWindowFocus: false,
  });
  const back = { href: `/cases/${id}`, label: t("one") };
  return (
    <Detail
      query={query}
      title={t("form.editTitle")}
      back={back}
      missing={{
        icon: IconBriefcaseOff,
        title: t("page.notFound"),
        text: t("page.notFoundText"),
        as: { kind: "case", id },
      }}
      waiting={<Waiting heights={["28rem"]} />}
    >
      {(found) => (
        <>
          <PageHeader
            title={t("form.editTitle")}
            description={`#${found.number} ${found.title}`}
            back={back}
          />
          {canEdit ? <Form found={found} /> : <p>{t("page.viewerHint")}</p>}
        </>
      )}
    </Detail>
  );
}

function Form({ found }: { found: OneCase }) {
  const t = useTranslations("cases.form");
  const trpc = useTRPC();
  const client = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const update = useMutation(trpc.cases.update.mutationOptions());
  return (
    <CaseForm
      found={found}
      action={t("save")}
      onSave={async (fields, version) => {
        const outcome = await update.mutateAsync({ ...fields, id: found.id, version });
        if ("present" in outcome) return outcome.present;
        toast.done(t("saved"));
        router.push(`/cases/${found.id}`);
        await client.invalidateQueries(trpc.cases.pathFilter());
        return undefined;
      }}
    />
  );
}
