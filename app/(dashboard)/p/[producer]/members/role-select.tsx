"use client";

import { Select } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useRouter } from "@/app/ui/link";
import { useSignedIn } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import { isRole, type Member, ROLES, type Role } from "./types";

/** Changes a member's role; asks before owners give up their own. */
export function RoleSelect({ member, isLastOwner }: { member: Member; isLastOwner: boolean }) {
  const t = useTranslations("members");
  const tRole = useTranslations("common.role");
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const toast = useToast();
  const { person, chosen } = useSignedIn();
  const [confirming, setConfirming] = useState<Role>();
  const { personId, name } = member;
  const isOwn = personId === person.id;
  const change = useMutation(
    trpc.members.changeRole.mutationOptions({
      onSuccess: (_, { role }) => {
        toast.done(t("changed", { name, role: tRole(role) }));
        if (isOwn) router.refresh();
        void queryClient.invalidateQueries(trpc.members.pathFilter());
      },
    }),
  );
  const choose = (role: string | null) => {
    if (!isRole(role) || role === member.role) return;
    if (isOwn) setConfirming(role);
    else change.mutateAsync({ personId, role }).catch(toast.failed);
  };
  if (isLastOwner)
    return <span title={t("lastOwner", { producer: chosen?.producerName ?? "" })}>{tRole(member.role)}</span>;
  return (
    <>
      <Select
        size="xs"
        aria-label={t("roleOf", { name })}
        value={change.isPending ? change.variables.role : member.role}
        allowDeselect={false}
        disabled={change.isPending}
        data={ROLES.map((role) => ({ value: role, label: tRole(role) }))}
        onChange={choose}
      />
      <ConfirmDialog
        opened={confirming !== undefined}
        onClose={() => setConfirming(undefined)}
        title={t("changeOwn.title")}
        action={t("changeOwn.action")}
        danger
        onConfirm={async () => {
          if (confirming) await change.mutateAsync({ personId, role: confirming });
        }}
      >
        {t("changeOwn.text")}
      </ConfirmDialog>
    </>
  );
}
