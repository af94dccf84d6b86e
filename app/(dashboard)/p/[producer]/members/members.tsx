"use client";

import { Button } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { OfProducer } from "@/app/ui/of-producer";
import { PageHeader } from "@/app/ui/page-header";
import { useCan, useHasRole, useSignedIn } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import { InvitationList } from "./invitation-list";
import { Invite } from "./invite";
import { MemberList } from "./member-list";
import classes from "./members.module.css";
import { Mine } from "./mine";

/** Members of the producer. Owners manage them; every member sees their own membership and may leave. */
export function Members() {
  const t = useTranslations("members");
  const { chosen } = useSignedIn();
  const isOwner = useHasRole("owner");
  const canInvite = useCan("owner");
  const [isInviting, setInviting] = useState(false);
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { mutateAsync: invite } = useMutation(
    trpc.members.invite.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.members.pathFilter()),
    }),
  );
  const sandboxOf = chosen?.sandboxOf ?? null;
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("lead", { producer: chosen?.producerName ?? "" })}
        actions={
          canInvite &&
          sandboxOf === null && (
            <Button
              leftSection={<IconUserPlus size={17} aria-hidden />}
              onClick={() => setInviting(true)}
              data-create
            >
              {t("invite.open")}
            </Button>
          )
        }
      />
      {sandboxOf === null ? (
        <div className={classes.parts}>
          {isOwner && <MemberList />}
          {isOwner && <InvitationList />}
          <Mine />
        </div>
      ) : (
        <OfProducer producerId={sandboxOf} page="members" />
      )}
      {isInviting && <Invite as="viewer" invite={invite} onClose={() => setInviting(false)} />}
    </>
  );
}
