"use client";

import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useRouter } from "@/app/ui/link";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { ListedChannel } from "../../types";

export function DeleteChannel({ channel }: { channel: ListedChannel }) {
  const t = useTranslations("alerts.channels");
  const trpc = useTRPC();
  const client = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const [opened, dialog] = useDisclosure();
  const remove = useMutation(trpc.alertChannels.delete.mutationOptions());
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={17} aria-hidden />} onClick={dialog.open}>
        {t("remove.action")}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={t("remove.title")}
        action={t("remove.action")}
        danger
        onConfirm={async () => {
          await remove.mutateAsync({ id: channel.id });
          toast.done(t("remove.done"));
          router.push("/alerts/channels");
          await client.invalidateQueries(trpc.alertChannels.pathFilter());
        }}
      >
        {t("remove.text", { name: channel.name })}
      </ConfirmDialog>
    </>
  );
}
