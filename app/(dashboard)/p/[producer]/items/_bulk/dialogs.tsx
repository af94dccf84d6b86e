"use client";

import { Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { Dialog } from "@/app/ui/dialog";
import { DialogFoot } from "@/app/ui/dialog-foot";
import type { Selection } from "@/app/ui/selection";
import { GroupSelect } from "../_parts/group-select";
import type { ItemFilter } from "../types";
import { FieldForm } from "./field-form";
import { type BulkAction, type Change, useItemChange } from "./use-item-change";

/** Above this number the number itself is typed before a change that is final. */
const MAX_UNTYPED = 100;

interface DialogsProps {
  action: BulkAction;
  selection: Selection;
  filter: ItemFilter;
  onClose: () => void;
}

/** The dialog of an action on the selected items. */
export default function Dialogs({ action, selection, filter, onClose }: DialogsProps) {
  const t = useTranslations("items.bulk");
  const changing = useItemChange(selection, filter);
  const { count } = selection;
  if (action === "invalidate" || action === "delete")
    return <Final action={action} count={count} change={changing.change} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={t(`${action}.ask`, { count })}>
      {action === "group" ? (
        <GroupForm {...changing} onClose={onClose} />
      ) : (
        <FieldForm {...changing} onClose={onClose} />
      )}
    </Dialog>
  );
}

function GroupForm({ change, isPending, failure, onClose }: Change & { onClose: () => void }) {
  const t = useTranslations("items");
  const [groupId, setGroupId] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setMissing(groupId === null);
    // A failure is shown in the dialog.
    if (groupId !== null) await change({ action: "addToGroup", groupId }).then(onClose, () => {});
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <GroupSelect
          label={t("group")}
          description={t("bulk.group.hint")}
          value={groupId}
          onChange={setGroupId}
          error={isMissing && groupId === null ? t("join.missing") : undefined}
          autoFocus
        />
        <DialogFoot failure={failure} busy={isPending} action={t("bulk.group.action")} onClose={onClose} />
      </Stack>
    </form>
  );
}

interface FinalProps {
  action: "invalidate" | "delete";
  count: number;
  change: Change["change"];
  onClose: () => void;
}

/** Confirmation of a change that is final. */
function Final({ action, count, change, onClose }: FinalProps) {
  const t = useTranslations("items.bulk");
  const [reason, setReason] = useState("");
  const isInvalidation = action === "invalidate";
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(`${action}.ask`, { count })}
      action={t(`${action}.action`, { count })}
      {...(count > MAX_UNTYPED ? { word: String(count) } : {})}
      danger
      isReady={!isInvalidation || reason.trim() !== ""}
      onConfirm={() => change(isInvalidation ? { action, reason } : { action })}
    >
      <Stack gap="md">
        {t(`${action}.consequences`)}
        {isInvalidation && (
          <TextInput
            label={t("invalidate.reason")}
            description={t("invalidate.reasonHint")}
            value={reason}
            maxLength={500}
            required
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}
