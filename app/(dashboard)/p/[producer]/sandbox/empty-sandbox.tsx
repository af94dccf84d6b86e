"use client";

import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { producerPath } from "@/app/ui/producer-pages";
import { useTRPC } from "@/app/ui/trpc";

/** Button that deletes all test data. */
export function EmptySandbox() {
  const t = useTranslations("sandbox.empty");
  const trpc = useTRPC();
  const [opened, { open, close }] = useDisclosure();
  const empty = useMutation(trpc.sandbox.empty.mutationOptions());
  return (
    <>
      <Button variant="default" onClick={open}>
        {t("open")}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={t("title")}
        action={t("open")}
        danger
        onConfirm={async () => {
          const { id } = await empty.mutateAsync();
          window.location.assign(producerPath(id, "/sandbox"));
        }}
      >
        {t("text")}
      </ConfirmDialog>
    </>
  );
}
