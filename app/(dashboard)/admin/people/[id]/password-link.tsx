"use client";

import { Button, Group, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "use-intl";
import { ConfirmDialog } from "@/app/ui/confirm-dialog";
import { CopyButton } from "@/app/ui/copy-button";
import { Dialog } from "@/app/ui/dialog";
import { useTRPC } from "@/app/ui/trpc";
import classes from "../people.module.css";

interface PasswordLinkProps {
  person: { id: string; name: string };
  opened: boolean;
  onClose: () => void;
}

/** Dialogs that create a link for a person's new password, and show it once. */
export function PasswordLink({ person: { id, name }, opened, onClose }: PasswordLinkProps) {
  const t = useTranslations("admin.person.passwordLink");
  const format = useFormatter();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data: made, mutateAsync, reset } = useMutation(trpc.admin.createPasswordLink.mutationOptions());
  return (
    <>
      <ConfirmDialog
        opened={opened}
        onClose={onClose}
        title={t("title", { name })}
        action={t("action")}
        onConfirm={async () => {
          await mutateAsync({ personId: id });
          await queryClient.invalidateQueries(trpc.admin.auditEvents.pathFilter());
        }}
      >
        {t("text")}
      </ConfirmDialog>
      <Dialog opened={made !== undefined} onClose={reset} title={t("link")} isShownOnce>
        {made && (
          <Stack>
            <section className={classes.link} aria-label={t("link")} data-link>
              {made.link}
              <div className={classes.copy}>
                <CopyButton value={made.link} what={t("what")} />
              </div>
            </section>
            <p role="status">
              {t("once", {
                until: format.dateTime(made.expiresAt, { dateStyle: "long", timeStyle: "short" }),
              })}
            </p>
            <Group justify="flex-end">
              <Button onClick={reset}>{t("done")}</Button>
            </Group>
          </Stack>
        )}
      </Dialog>
    </>
  );
}
