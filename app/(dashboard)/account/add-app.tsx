"use client";

import { Skeleton, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { CopyButton } from "@/app/ui/copy-button";
import { Dialog } from "@/app/ui/dialog";
import { DialogFoot } from "@/app/ui/dialog-foot";
import { usePlaceFaults } from "@/app/ui/form";
import { LoadFailed } from "@/app/ui/load-failed";
import section from "@/app/ui/section.module.css";
import { useTRPC } from "@/app/ui/trpc";
import classes from "./account.module.css";

interface AddAppProps {
  onClose: () => void;
  onAdded: (made: { recoveryCodes: string[] | null }) => void;
}

/** Dialog that sets up an authenticator app. */
export function AddApp({ onClose, onAdded }: AddAppProps) {
  const t = useTranslations("settings.factors");
  const placeFaults = usePlaceFaults();
  const trpc = useTRPC();
  const { mutate, data, error } = useMutation(trpc.factors.beginTotp.mutationOptions());
  // Once: each call begins another set-up.
  useEffect(() => mutate(), [mutate]);
  const [failure, setFailure] = useState<string>();
  const form = useForm({ mode: "uncontrolled", initialValues: { name: t("kind.totp"), code: "" } });
  const add = useMutation(
    trpc.factors.addTotp.mutationOptions({
      onSuccess: onAdded,
      onError: (error) => setFailure(placeFaults(form, error)),
    }),
  );
  return (
    <Dialog opened onClose={onClose} title={t("addApp")}>
      {error ? (
        <LoadFailed error={error} onRetry={() => mutate()} />
      ) : (
        <form
          onSubmit={form.onSubmit((values) => {
            setFailure(undefined);
            add.mutate(values);
          })}
        >
          <Stack>
            <p>{t("scan")}</p>
            {data ? (
              <>
                <div
                  role="img"
                  aria-label={t("qr")}
                  className={classes.qr}
                  // biome-ignore lint/security/noDangerouslySetInnerHtml: the service draws it.
                  dangerouslySetInnerHTML={{ __html: data.qr }}
                />
                <div>
                  <span className={section.dimmed}>{t("secret")}</span>
                  <div className={classes.secret}>
                    <code data-secret>{data.secret}</code>
                    <CopyButton value={data.secret} what={t("secretWhat")} />
                  </div>
                </div>
              </>
            ) : (
              <Skeleton height="15rem" />
            )}
            <TextInput
              label={t("name")}
              description={t("nameHint")}
              maxLength={100}
              required
              withAsterisk={false}
              key={form.key("name")}
              {...form.getInputProps("name")}
            />
            <TextInput
              label={t("code")}
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={20}
              required
              withAsterisk={false}
              key={form.key("code")}
              {...form.getInputProps("code")}
            />
            <DialogFoot failure={failure} busy={add.isPending} action={t("add")} onClose={onClose} />
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
