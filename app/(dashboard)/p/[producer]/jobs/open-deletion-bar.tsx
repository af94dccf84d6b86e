"use client";

import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import type { AllMatching, Selection } from "@/app/ui/selection";
import { SelectionBar } from "@/app/ui/selection-bar";
import type { ListedJob } from "./types";
import { useJobToasts } from "./use-job-toasts";

/** Above this number the number itself is typed before the deletion. */
const MAX_UNTYPED = 100;

export interface DeletionBarProps {
  selection: Selection;
  /** Whether the list has objects that are not selected. */
  hasOthers: boolean;
  /** Counts all objects that match the filter of the list. */
  countAll: () => Promise<AllMatching>;
  /** Deletes objects as a job: some by their ids, or all that match the filter of the list and were created before a time. */
  remove: (selected: { ids: string[] } | Pick<AllMatching, "createdBefore">) => Promise<ListedJob>;
  /** The words of the objects. */
  t: (key: "delete" | "ask" | "action" | "consequences", values?: { count: number }) => string;
}

/** Bar that deletes the selected objects. */
export default function OpenDeletionBar({ selection, hasOthers, countAll, remove, t }: DeletionBarProps) {
  const follow = useJobToasts();
  const [isAsking, setAsking] = useState(false);
  const { all, count, selected } = selection;
  return (
    <>
      <SelectionBar selection={selection} hasOthers={hasOthers} countAll={countAll}>
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
          const job = await remove(all ? { createdBefore: all.createdBefore } : { ids: [...selected] });
          selection.clear();
          void follow(job);
        }}
      >
        {t("consequences")}
      </ConfirmDialog>
    </>
  );
}
