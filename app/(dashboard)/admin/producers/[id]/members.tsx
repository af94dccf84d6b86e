"use client";

import { Button, Group } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Invite } from "@/app/(dashboard)/p/[producer]/members/invite";
import { Link } from "@/app/ui/link";
import { Moment } from "@/app/ui/moment";
import { useTRPC } from "@/app/ui/trpc";
import type { OneProducer } from "../types";
import { Entries, Part } from "./part";

/** Members with their last sign-in; admins invite the first owner here. */
export function Members({
  producer: { id, members, suspendedAt },
}: {
  producer: Pick<OneProducer, "id" | "members" | "suspendedAt">;
}) {
  const t = useTranslations("admin.producer.members");
  const tRole = useTranslations("common.role");
  const { mutateAsync: invite } = useMutation(useTRPC().admin.invite.mutationOptions());
  const [isInviting, setInviting] = useState(false);
  return (
    <Part title={t("title")} count={members.length}>
      <Entries
        of={members}
        keyOf={({ personId }) => personId}
        none={t("none")}
        name={({ personId, name }) => <Link href={`/admin/people/${personId}`}>{name}</Link>}
        says={({ role, lastSignInAt, disabledAt }) => (
          <>
            {tRole(role)}
            {disabledAt && ` · ${t("disabled")}`} ·{" "}
            {lastSignInAt ? t.rich("last", { at: () => <Moment at={lastSignInAt} /> }) : t("never")}
          </>
        )}
      />
      {!suspendedAt && (
        <Group>
          <Button
            variant="default"
            leftSection={<IconUserPlus size={17} aria-hidden />}
            onClick={() => setInviting(true)}
          >
            {t("invite")}
          </Button>
        </Group>
      )}
      {isInviting && (
        <Invite
          as={members.length === 0 ? "owner" : "viewer"}
          invite={(invitee) => invite({ ...invitee, producerId: id })}
          onClose={() => setInviting(false)}
        />
      )}
    </Part>
  );
}
