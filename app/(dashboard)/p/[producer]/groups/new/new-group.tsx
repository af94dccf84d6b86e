"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useRouter } from "@/app/ui/link";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { DescriptionForm } from "../../items/_editor/description-form";
import { NOTHING_SAID } from "../../items/_editor/draft";
import { groupHref } from "../../items/_parts/hrefs";
import { ViewersOnly } from "../../items/_parts/viewers-only";
import { useGroupForm } from "../_parts/group-form";

export function NewGroup() {
  const t = useTranslations("groups");
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const queryClient = useQueryClient();
  const canEdit = useCan("editor");
  const form = useGroupForm();
  const create = useMutation(trpc.groups.create.mutationOptions());
  return (
    <>
      <PageHeader
        title={t("create.title")}
        description={t("create.lead")}
        back={{ href: "/groups", label: t("title") }}
      />
      {canEdit ? (
        <DescriptionForm
          {...form}
          name="new group"
          before={NOTHING_SAID}
          action={t("create.action")}
          cancelHref="/groups"
          save={async (description) => ({ saved: await create.mutateAsync(description) })}
          onSaved={(group) => {
            toast.done(t("create.done"));
            queryClient.invalidateQueries(trpc.pathFilter());
            router.push(groupHref(group.id));
          }}
        />
      ) : (
        <ViewersOnly />
      )}
    </>
  );
}
