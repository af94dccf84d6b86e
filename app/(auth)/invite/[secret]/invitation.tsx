"use client";

import { Button, Stack } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { failureOf, useFailureText } from "@/app/ui/failure";
import { FormFailure } from "@/app/ui/form-failure";
import { LoadFailed } from "@/app/ui/load-failed";
import { producerPath } from "@/app/ui/producer-pages";
import { signOut } from "@/app/ui/session";
import { useTRPC } from "@/app/ui/trpc";
import { Card } from "../../card";
import { LinkClosed } from "../../link-closed";
import { Waiting } from "../../waiting";
import { JoinForm } from "./join-form";

interface InvitationProps {
  secret: string;
  /** The signed-in person, if any. */
  signedIn: { email: string; name: string } | undefined;
}

/** Open the dashboard of the producer that the person joined. */
function enter(producerId: string) {
  window.location.assign(producerPath(producerId, "/overview"));
}

/** Invitation page: join with a new account or with the signed-in one. */
export function Invitation({ secret, signedIn }: InvitationProps) {
  const t = useTranslations("auth.invite");
  const tRole = useTranslations("common.role");
  const invitation = useQuery({
    ...useTRPC().members.invitation.queryOptions({ secret }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (invitation.isPending) return <Waiting fields={2} />;
  if (invitation.isError)
    return failureOf(invitation.error).status === 404 ? (
      <LinkClosed title={t("closedTitle")} text={t("closedText")} toLogin={t("toLogin")} />
    ) : (
      <LoadFailed error={invitation.error} onRetry={() => invitation.refetch()} />
    );
  const { producerName, email, role, isKnown } = invitation.data;
  const here = `/invite/${encodeURIComponent(secret)}`;
  return (
    <Card title={t("title", { producer: producerName })} lead={t("lead", { role: tRole(role), email })}>
      {signedIn === undefined && !isKnown && <JoinForm secret={secret} email={email} onJoined={enter} />}
      {signedIn === undefined && isKnown && (
        <Stack>
          <p>{t("signInFirst", { email })}</p>
          <Button component={Link} href={`/login?next=${encodeURIComponent(here)}`} prefetch={false}>
            {t("signIn")}
          </Button>
        </Stack>
      )}
      {signedIn?.email === email && <JoinAs secret={secret} name={signedIn.name} />}
      {signedIn && signedIn.email !== email && (
        <Stack>
          <p>{t("otherPerson", { signedIn: signedIn.email, email })}</p>
          <Button variant="default" onClick={() => signOut(here)}>
            {t("signOut")}
          </Button>
        </Stack>
      )}
    </Card>
  );
}

function JoinAs({ secret, name }: { secret: string; name: string }) {
  const t = useTranslations("auth.invite");
  const failureText = useFailureText();
  const [failure, setFailure] = useState<string>();
  const accept = useMutation(
    useTRPC().members.acceptSignedIn.mutationOptions({
      onSuccess: ({ producerId }) => enter(producerId),
      onError: (error) => setFailure(failureText(error)),
    }),
  );
  return (
    <Stack>
      <FormFailure>{failure}</FormFailure>
      <Button onClick={() => accept.mutate({ secret })} loading={accept.isPending}>
        {t("joinAs", { name })}
      </Button>
    </Stack>
  );
}
