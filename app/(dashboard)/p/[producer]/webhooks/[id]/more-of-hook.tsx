"use client";

import { Button } from "@mantine/core";
import { IconKey, IconPencil, IconPlayerPause, IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useRouter } from "@/app/ui/link";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { OpenedHook } from "../types";
import { EditHook } from "./edit-hook";
import { RotateSecret } from "./rotate-secret";

/** Menu of the rare actions on a webhook. */
export function MoreOfHook({ hook }: { hook: OpenedHook }) {
  const t = useTranslations("webhooks");
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const toast = useToast();
  const [wanted, setWanted] = useState<"edit" | "pause" | "rotate" | "delete">();
  const pause = useMutation(trpc.hooks.pause.mutationOptions());
  const remove = useMutation(trpc.hooks.delete.mutationOptions());
  const close = () => setWanted(undefined);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPencil size={17} aria-hidden />}
        onClick={() => setWanted("edit")}
      >
        {t("page.edit")}
      </Button>
      {!hook.switchedOffAt && (
        <Button
          variant="default"
          leftSection={<IconPlayerPause size={17} aria-hidden />}
          onClick={() => setWanted("pause")}
        >
          {t("page.pause")}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconKey size={17} aria-hidden />}
        onClick={() => setWanted("rotate")}
      >
        {t("page.rotate")}
      </Button>
      <Button
        variant="default"
        leftSection={<IconTrash size={17} aria-hidden />}
        onClick={() => setWanted("delete")}
      >
        {t("page.delete")}
      </Button>
      {wanted === "edit" && <EditHook hook={hook} onClose={close} />}
      <ConfirmDialog
        opened={wanted === "pause"}
        onClose={close}
        title={t("paused.ask")}
        action={t("paused.action")}
        onConfirm={async () => {
          await pause.mutateAsync({ id: hook.id });
          toast.done(t("paused.done"));
          await queryClient.invalidateQueries(trpc.hooks.pathFilter());
        }}
      >
        {t("paused.askText")}
      </ConfirmDialog>
      {wanted === "rotate" && <RotateSecret hook={hook} onClose={close} />}
      <ConfirmDialog
        opened={wanted === "delete"}
        onClose={close}
        title={t("remove.title")}
        action={t("remove.action")}
        danger
        onConfirm={async () => {
          await remove.mutateAsync({ id: hook.id });
          toast.done(t("remove.done"));
          router.push("/webhooks");
          await queryClient.invalidateQueries(trpc.hooks.list.pathFilter());
        }}
      >
        {t("remove.text", { url: hook.url })}
      </ConfirmDialog>
    </>
  );
}
