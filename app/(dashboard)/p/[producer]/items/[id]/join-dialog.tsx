"use client";

import { Modal, Stack } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { DialogFoot } from "@/app/ui/dialog-foot";
import { useFailureText } from "@/app/ui/failure";
import { useReady } from "@/app/ui/use-ready";
import { GroupSelect } from "../_parts/group-select";
import { useMembership } from "../_parts/use-membership";

interface JoinDialogProps {
  identifier: string;
  opened: boolean;
  onClose: () => void;
}

/** Asks for the group that an item joins. */
export default function JoinDialog({ identifier, opened, onClose }: JoinDialogProps) {
  const isOpen = useReady() && opened;
  const t = useTranslations("items");
  const tCommon = useTranslations("common");
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t("join.title")}
      closeButtonProps={{ "aria-label": tCommon("close") }}
    >
      {isOpen && <JoinForm identifier={identifier} onClose={onClose} />}
    </Modal>
  );
}

function JoinForm({ identifier, onClose }: Omit<JoinDialogProps, "opened">) {
  const t = useTranslations("items");
  const failureText = useFailureText();
  const [group, setGroup] = useState<{ id: string; title: string } | null>(null);
  const [missing, setMissing] = useState(false);
  const { join } = useMembership();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(group === null);
    if (group !== null) join.mutate({ ...group, identifier }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <GroupSelect
          label={t("group")}
          description={t("join.hint")}
          value={group?.id ?? null}
          onChange={(id, title) => setGroup(id === null ? null : { id, title })}
          error={missing && group === null && t("join.missing")}
          autoFocus
        />
        <DialogFoot
          failure={join.isError && failureText(join.error)}
          busy={join.isPending}
          action={t("join.action")}
          onClose={onClose}
        />
      </Stack>
    </form>
  );
}
