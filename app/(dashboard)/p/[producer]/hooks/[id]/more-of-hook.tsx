"use client";

import { Button } from "@mantine/core";
import { IconKey, IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useRouter } from "@/app/ui/link";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { ListedHook } from "../types";
import { RotateSecret } from "./rotate-secret";

/** What is rarely done to a hook. */
export function MoreOfHook({ hook }: { hook: ListedHook }) {
  const t = useTranslations("hooks");
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const toast = useToast();
  const [wanted, setWanted] = useState<"rotate" | "delete">();
  const remove = useMutation(trpc.hooks.delete.mutationOptions());
  const close = () => setWanted(undefined);
  return (
    <>
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
          router.push("/hooks");
          await queryClient.invalidateQueries(trpc.hooks.list.pathFilter());
        }}
      >
        {t("remove.text", { url: hook.url })}
      </ConfirmDialog>
    </>
  );
}
