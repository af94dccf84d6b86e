"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { type Column, DataList } from "@/app/ui/data-list";
import { wholeListOf } from "@/app/ui/list-query";
import { Moment, useNowRoughly } from "@/app/ui/moment";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import classes from "./members.module.css";
import type { Invitation } from "./types";

/** Open invitations of the producer. */
export function InvitationList() {
  const t = useTranslations("members.invitations");
  const tMembers = useTranslations("members");
  const tRole = useTranslations("common.role");
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const now = useNowRoughly();
  const canDecide = useCan("owner");
  const section = useRef<HTMLElement>(null);
  const query = useQuery(trpc.members.invitations.queryOptions());
  const [revoking, setRevoking] = useState<Invitation>();
  const revoke = useMutation(trpc.members.revokeInvitation.mutationOptions());
  const withdrawal: Column<Invitation> = {
    key: "revoke",
    header: tMembers("actions"),
    width: "8.5rem",
    align: "end",
    cell: (invitation) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t("revokeOf", { email: invitation.email })}
        onClick={() => setRevoking(invitation)}
      >
        {t("revoke")}
      </Button>
    ),
  };
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="invitations">
      <h2 id="invitations">{t("title")}</h2>
      <DataList
        label={t("title")}
        query={wholeListOf(query, (invitations) => invitations)}
        rowId={({ id }) => id}
        rowName={({ email }) => email}
        empty={<p className={classes.none}>{t("none")}</p>}
        columns={[
          {
            key: "email",
            header: tMembers("email"),
            cell: ({ email }) => (
              <span className={classes.name} title={email}>
                {email}
              </span>
            ),
          },
          { key: "role", header: tMembers("role"), width: "7.5rem", cell: ({ role }) => tRole(role) },
          {
            key: "by",
            header: t("invitedBy"),
            from: "lg",
            cell: ({ invitedBy }) => invitedBy ?? t("formerMember"),
          },
          {
            key: "made",
            header: t("made"),
            width: "9rem",
            from: "sm",
            cell: ({ createdAt }) => <Moment at={createdAt} />,
          },
          {
            key: "until",
            header: t("expires"),
            width: "9rem",
            cell: ({ expiresAt }) => (expiresAt.getTime() <= now ? t("expired") : <Moment at={expiresAt} />),
          },
          ...(canDecide ? [withdrawal] : []),
        ]}
      />
      {revoking && (
        <ConfirmDialog
          opened
          onClose={() => setRevoking(undefined)}
          title={t("revokeTitle")}
          action={t("revokeAction")}
          danger
          onConfirm={async () => {
            await revoke.mutateAsync({ invitationId: revoking.id });
            toast.done(t("revoked", { email: revoking.email }));
            await queryClient.invalidateQueries(trpc.members.pathFilter());
            // The focused button is gone with its row.
            section.current?.focus();
          }}
        >
          {t("revokeText", { email: revoking.email })}
        </ConfirmDialog>
      )}
    </section>
  );
}
