"use client";

import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { inferRouterInputs } from "@trpc/server";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import type { Selection } from "@/app/ui/selection";
import { SelectionBar } from "@/app/ui/selection-bar";
import { useTRPC, useTRPCClient } from "@/app/ui/trpc";
import type { AppRouter } from "@/server/trpc/root";
import { useJobToasts } from "../jobs/use-job-toasts";

/** Above this number the number itself is typed before the deletion. */
const MAX_UNTYPED = 100;

export interface FileBarProps {
  selection: Selection;
  filter: NonNullable<inferRouterInputs<AppRouter>["contents"]["list"]>["filter"];
  /** Whether the list has files that are not selected. */
  hasOthers: boolean;
}

/** Bar that deletes the selected files. */
export default function OpenFileBar({ selection, filter, hasOthers }: FileBarProps) {
  const t = useTranslations("files.bar");
  const client = useTRPCClient();
  const follow = useJobToasts();
  const remove = useMutation(useTRPC().contents.deleteMany.mutationOptions());
  const [isAsking, setAsking] = useState(false);
  const { all, count, selected } = selection;
  return (
    <>
      <SelectionBar
        selection={selection}
        hasOthers={hasOthers}
        countAll={() => client.contents.count.query({ filter: filter ?? {} })}
      >
        <Button
          size="compact-sm"
          variant="default"
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {t("delete")}
        </Button>
      </SelectionBar>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t("ask", { count })}
        action={t("action", { count })}
        {...(count > MAX_UNTYPED ? { word: String(count) } : {})}
        danger
        onConfirm={async () => {
          const job = await remove.mutateAsync({
            selection: all
              ? { filter: { ...filter, createdBefore: all.createdBefore } }
              : { ids: [...selected] },
          });
          selection.clear();
          void follow(job);
        }}
      >
        {t("consequences")}
      </ConfirmDialog>
    </>
  );
}
