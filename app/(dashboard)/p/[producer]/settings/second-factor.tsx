"use client";

import { Button } from "@mantine/core";
import { IconShieldLock } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { Section } from "@/app/ui/section";
import classes from "@/app/ui/section.module.css";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";

/** Whether the producer requires a second factor of its members, which owners decide. */
export function SecondFactor() {
  const t = useTranslations("settings.secondFactor");
  const trpc = useTRPC();
  const toast = useToast();
  const queryClient = useQueryClient();
  const canChange = useCan("owner");
  const [isOpen, setOpen] = useState(false);
  const query = useQuery(trpc.producers.current.queryOptions());
  const change = useMutation(trpc.producers.requireSecondFactor.mutationOptions());
  if (!query.data) return null;
  const isRequired = query.data.requiresSecondFactor;
  const which = isRequired ? "stop" : "require";
  return (
    <Section title={t("title")}>
      <p className={classes.dimmed}>{isRequired ? t("required") : t("optional")}</p>
      {canChange && (
        <div>
          <Button
            variant="default"
            leftSection={<IconShieldLock size={17} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t(`${which}.open`)}
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t(`${which}.title`)}
        action={t(`${which}.open`)}
        onConfirm={async () => {
          await change.mutateAsync({ isRequired: !isRequired });
          toast.done(t(`${which}.done`));
          await queryClient.invalidateQueries(trpc.producers.pathFilter());
        }}
      >
        {t(`${which}.text`)}
      </ConfirmDialog>
    </Section>
  );
}
