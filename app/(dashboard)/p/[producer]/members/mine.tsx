"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { useCan, useHasRole, useSignedIn } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import classes from "./members.module.css";
import { isActiveOwner } from "./types";

/** The signed-in person's membership, with a button to leave. */
export function Mine() {
  const t = useTranslations("members");
  const tRole = useTranslations("common.role");
  const trpc = useTRPC();
  const { chosen } = useSignedIn();
  const isOwner = useHasRole("owner");
  const canLeave = useCan("viewer");
  const [isAsking, setAsking] = useState(false);
  const { data: members } = useQuery({ ...trpc.members.list.queryOptions(), enabled: isOwner });
  const leave = useMutation(trpc.members.leave.mutationOptions());
  if (!chosen) return null;
  const { producerName: producer, role } = chosen;
  const isLastOwner = isOwner && members?.filter(isActiveOwner).length === 1;
  return (
    <section className={classes.mine} aria-labelledby="mine">
      <div>
        <h2 id="mine">{t("mine.title")}</h2>
        <p>{t("mine.text", { producer, role: tRole(role), what: t(`roleText.${role}`) })}</p>
        {!isOwner && <p className={classes.dimmed}>{t("mine.owners")}</p>}
        {isLastOwner && <p className={classes.dimmed}>{t("lastOwner", { producer })}</p>}
      </div>
      {canLeave && !isLastOwner && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t("leave.open", { producer })}
        </Button>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t("leave.title", { producer })}
        action={t("leave.action")}
        danger
        onConfirm={async () => {
          await leave.mutateAsync();
          // A full page load clears the producer's data from memory.
          window.location.assign("/overview");
        }}
      >
        {t("leave.text")}
      </ConfirmDialog>
    </section>
  );
}
