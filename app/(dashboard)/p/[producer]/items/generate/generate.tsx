"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useRouter } from "@/app/ui/link";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { ViewersOnly } from "../_parts/viewers-only";
import { GenerateForm } from "./generate-form";

/** Page that generates codes as a job. */
export function Generate() {
  const t = useTranslations("codes.create");
  const tItems = useTranslations("items");
  const canEdit = useCan("editor");
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const queryClient = useQueryClient();
  const generate = useMutation(trpc.codes.generate.mutationOptions());
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("lead")}
        back={{ href: "/items", label: tItems("title") }}
      />
      {canEdit ? (
        <GenerateForm
          save={async (input) => {
            const job = await generate.mutateAsync(input);
            const { batchId, generated } = job.result;
            await queryClient.invalidateQueries(trpc.pathFilter());
            if (job.state === "done") toast.done(t("done", { count: Number(generated) }));
            else toast.done(t("started"));
            router.push(job.state === "done" ? `/code-batches/${String(batchId)}` : `/jobs/${job.id}`);
          }}
        />
      ) : (
        <ViewersOnly />
      )}
    </>
  );
}
