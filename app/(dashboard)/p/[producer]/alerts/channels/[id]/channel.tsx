"use client";

import { Alert } from "@mantine/core";
import { IconMapQuestion } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Detail, Waiting } from "@/app/ui/detail";
import { PageHeader } from "@/app/ui/page-header";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { ListedChannel } from "../../types";
import { ChannelForm } from "../_form/channel-form";
import { DeleteChannel } from "./delete-channel";
import { SendTest } from "./send-test";

function EditChannel({ channel, version }: { channel: ListedChannel; version: string }) {
  const t = useTranslations("alerts.channels");
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const update = useMutation(trpc.alertChannels.update.mutationOptions());
  return (
    <ChannelForm
      channel={channel}
      version={version}
      onSave={async ({ kind: _, url, ...draft }, version) => {
        const changed = { ...draft, ...(url === "" ? {} : { url }), id: channel.id, version };
        const outcome = await update.mutateAsync(changed);
        if ("saved" in outcome) {
          toast.done(t("saved"));
          void client.invalidateQueries(trpc.alertChannels.pathFilter());
        }
        return outcome;
      }}
    />
  );
}

/** Page of a chat channel: its form and its test. */
export function Channel({ id }: { id: string }) {
  const t = useTranslations("alerts.channels");
  const canEdit = useCan("editor");
  const back = { href: "/alerts/channels", label: t("backToAll") };
  return (
    <Detail
      query={useQuery(useTRPC().alertChannels.get.queryOptions({ id }))}
      title={t("title")}
      back={back}
      missing={{
        icon: IconMapQuestion,
        title: t("notFound"),
        text: t("notFoundText"),
        as: { kind: "channel", id },
      }}
      waiting={<Waiting heights={["28rem"]} />}
    >
      {({ channel, version }) => (
        <>
          <PageHeader
            title={channel.name}
            description={canEdit ? `${t(`kinds.${channel.kind}`)} · ${channel.host}` : t("viewerHint")}
            back={back}
            actions={
              canEdit && (
                <>
                  <SendTest id={channel.id} />
                  <DeleteChannel channel={channel} />
                </>
              )
            }
          />
          {channel.failure !== null && (
            <Alert color="red" mb="lg" title={t("failingTitle")}>
              {channel.failure}
            </Alert>
          )}
          {canEdit && <EditChannel channel={channel} version={version} />}
        </>
      )}
    </Detail>
  );
}
