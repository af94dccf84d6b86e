"use client";

import { ActionIcon } from "@mantine/core";
import { IconEraser } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";

/** Button that erases the text of a note. */
export function EraseNote({ caseId, entry }: { caseId: string; entry: number }) {
  const t = useTranslations("cases.timeline");
  const trpc = useTRPC();
  const client = useQueryClient();
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  const erase = useMutation(trpc.cases.eraseNote.mutationOptions());
  return (
    <>
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        aria-label={t("erase")}
        title={t("erase")}
        onClick={() => setAsking(true)}
      >
        <IconEraser size={15} aria-hidden />
      </ActionIcon>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t("eraseTitle")}
        action={t("erase")}
        danger
        onConfirm={async () => {
          await erase.mutateAsync({ id: caseId, entry });
          toast.done(t("eraseDone"));
          await client.invalidateQueries(trpc.cases.timeline.pathFilter());
        }}
      >
        {t("eraseText")}
      </ConfirmDialog>
    </>
  );
}
