"use client";

import { Button, Modal, Stack } from "@mantine/core";
import { IconBoxMultiple, IconBoxOff, IconPencil } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { DialogFoot } from "@/app/ui/dialog-foot";
import { useFailureText } from "@/app/ui/failure";
import { Link } from "@/app/ui/link";
import { useCan } from "@/app/ui/signed-in";
import { GroupSelect } from "../_parts/group-select";
import { itemEditHref } from "../_parts/hrefs";
import { useMembership } from "../_parts/use-membership";
import type { FoundItem } from "../types";

/** Everyday actions on an item. An invalidated item has none. */
export function ItemActions({ found: { item, group } }: { found: FoundItem }) {
  const t = useTranslations("items");
  const canEdit = useCan("editor");
  const { remove, isLeaving } = useMembership();
  const [adding, setAdding] = useState(false);
  if (!canEdit || item.isInvalidated) return null;
  return (
    <>
      {group ? (
        <Button
          variant="default"
          leftSection={<IconBoxOff size={16} aria-hidden />}
          loading={isLeaving(item.identifier)}
          onClick={() =>
            remove({ id: group.id, identifier: item.identifier, title: group.title ?? group.id })
          }
        >
          {t("actions.leave")}
        </Button>
      ) : (
        <Button
          variant="default"
          leftSection={<IconBoxMultiple size={16} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t("actions.join")}
        </Button>
      )}
      <Button
        component={Link}
        href={itemEditHref(item.identifier)}
        leftSection={<IconPencil size={16} aria-hidden />}
      >
        {t("actions.edit")}
      </Button>
      <JoinDialog identifier={item.identifier} opened={adding} onClose={() => setAdding(false)} />
    </>
  );
}

interface JoinDialogProps {
  identifier: string;
  opened: boolean;
  onClose: () => void;
}

function JoinDialog({ identifier, opened, onClose }: JoinDialogProps) {
  const t = useTranslations("items");
  const tCommon = useTranslations("common");
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("join.title")}
      closeButtonProps={{ "aria-label": tCommon("close") }}
    >
      {opened && <JoinForm identifier={identifier} onClose={onClose} />}
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
