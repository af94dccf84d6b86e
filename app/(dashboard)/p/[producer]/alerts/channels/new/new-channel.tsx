"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useRouter } from "@/app/ui/link";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { ChannelForm } from "../_form/channel-form";

/** Page that creates a chat channel, and goes on to its page, where it can be tested. */
export function NewChannel() {
  const t = useTranslations("alerts.channels");
  const trpc = useTRPC();
  const client = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const canEdit = useCan("editor");
  const create = useMutation(trpc.alertChannels.create.mutationOptions());
  return (
    <>
      <PageHeader
        title={t("newTitle")}
        description={t(canEdit ? "newLead" : "viewerHint")}
        back={{ href: "/alerts/channels", label: t("backToAll") }}
      />
      {canEdit && (
        <ChannelForm
          onSave={async (draft) => {
            const { id } = await create.mutateAsync(draft);
            toast.done(t("created"));
            router.push(`/alerts/channels/${id}`);
            await client.invalidateQueries(trpc.alertChannels.pathFilter());
            return { saved: undefined };
          }}
        />
      )}
    </>
  );
}
