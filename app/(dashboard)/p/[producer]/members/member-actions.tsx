"use client";

import { ActionIcon, Menu } from "@mantine/core";
import { IconDevicesOff, IconDots, IconUserMinus } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useSignedIn } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { Member } from "./types";

interface MemberActionsProps {
  member: Member;
  /** Called after the member, and this component, left the list. */
  onRemoved: () => void;
}

/** Actions of an owner on another member. */
export function MemberActions({ member: { personId, name }, onRemoved }: MemberActionsProps) {
  const t = useTranslations("members");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const { chosen } = useSignedIn();
  const [wanted, setWanted] = useState<"signOut" | "remove">();
  const remove = useMutation(trpc.members.remove.mutationOptions());
  const signOut = useMutation(trpc.members.signOut.mutationOptions());
  const close = () => setWanted(undefined);
  return (
    <>
      <Menu width="14rem">
        <Menu.Target>
          <ActionIcon aria-label={t("actionsFor", { name })} title={t("actionsFor", { name })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconDevicesOff size={17} aria-hidden />}
            onClick={() => setWanted("signOut")}
          >
            {t("signOut.open")}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconUserMinus size={17} aria-hidden />}
            onClick={() => setWanted("remove")}
          >
            {t("remove.open")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={wanted === "signOut"}
        onClose={close}
        title={t("signOut.title", { name })}
        action={t("signOut.action")}
        onConfirm={async () => {
          await signOut.mutateAsync({ personId });
          toast.done(t("signOut.done", { name }));
        }}
      >
        {t("signOut.text")}
      </ConfirmDialog>
      <ConfirmDialog
        opened={wanted === "remove"}
        onClose={close}
        title={t("remove.title", { name })}
        action={t("remove.action")}
        danger
        onConfirm={async () => {
          await remove.mutateAsync({ personId });
          toast.done(t("remove.done", { name }));
          await queryClient.invalidateQueries(trpc.members.pathFilter());
          onRemoved();
        }}
      >
        {t("remove.text", { producer: chosen?.producerName ?? "" })}
      </ConfirmDialog>
    </>
  );
}
