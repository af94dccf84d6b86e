"use client";

import { Stack } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "@/app/ui/dialog";
import { DialogFoot } from "@/app/ui/dialog-foot";
import { useFailureText } from "@/app/ui/failure";
import { GroupSelect } from "../_parts/group-select";
import { useMembership } from "../_parts/use-membership";

interface JoinDialogProps {
  identifier: string;
  opened: boolean;
  onClose: () => void;
}

/** Asks for the group that an item joins. */
export default function JoinDialog({ identifier, opened, onClose }: JoinDialogProps) {
  const t = useTranslations("items");
  return (
    <Dialog opened={opened} onClose={onClose} title={t("join.title")}>
      {opened && <JoinForm identifier={identifier} onClose={onClose} />}
    </Dialog>
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
