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
import type { ListedRule } from "../../types";

export function DeleteRule({ rule }: { rule: ListedRule }) {
  const t = useTranslations("alerts");
  const trpc = useTRPC();
  const client = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const [opened, dialog] = useDisclosure();
  const remove = useMutation(trpc.alerts.deleteRule.mutationOptions());
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={17} aria-hidden />} onClick={dialog.open}>
        {t("form.delete")}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={t("remove.title")}
        action={t("remove.action")}
        danger
        onConfirm={async () => {
          await remove.mutateAsync({ id: rule.id });
          toast.done(t("remove.done"));
          router.push("/alerts/rules");
          await client.invalidateQueries(trpc.alerts.rules.pathFilter());
        }}
      >
        {t("remove.text", { name: rule.name })}
      </ConfirmDialog>
    </>
  );
}
