"use client";

import { Button, Divider, Skeleton, Stack, TextInput } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "@/app/ui/dialog";
import { DialogFoot } from "@/app/ui/dialog-foot";
import { useFailureText } from "@/app/ui/failure";
import { LoadFailed } from "@/app/ui/load-failed";
import { PasswordField } from "@/app/ui/password-field";
import { useTRPC } from "@/app/ui/trpc";

interface ConfirmPresenceProps {
  /** Only a second factor confirms, not the password. */
  factorOnly?: boolean;
  onClose: (isConfirmed: boolean) => void;
}

/** Dialog in which the person proves their presence by a password, a code or a passkey. */
export default function ConfirmPresence({ factorOnly = false, onClose }: ConfirmPresenceProps) {
  const t = useTranslations("shell.confirm");
  const failureText = useFailureText();
  const trpc = useTRPC();
  const { mutate: begin, data: means, error } = useMutation(trpc.people.beginConfirmation.mutationOptions());
  const confirm = useMutation(trpc.people.confirm.mutationOptions());
  // Once: each call begins another confirmation.
  useEffect(() => begin(), [begin]);
  const [failure, setFailure] = useState<string>();
  const usesCode = factorOnly || means?.hasPassword === false;

  const attempt = async (proof: Parameters<typeof confirm.mutateAsync>[0]) => {
    setFailure(undefined);
    try {
      await confirm.mutateAsync(proof);
      onClose(true);
    } catch (error) {
      setFailure(failureText(error));
      // A passkey's challenge works once.
      if ("passkey" in proof) begin();
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The dialog lies in the React tree of the form that waits for it.
    event.stopPropagation();
    const typed = String(new FormData(event.currentTarget).get("proof"));
    void attempt(usesCode ? { code: typed } : { password: typed });
  };

  const provePasskey = async () => {
    if (!means?.passkey) return;
    const { startAuthentication } = await import("@simplewebauthn/browser");
    // Browsers do not tell why there is no passkey: most often the person cancels.
    const proof = await startAuthentication({ optionsJSON: means.passkey }).catch(() => undefined);
    if (proof) await attempt({ passkey: { ...proof, type: "public-key" } });
  };

  return (
    <Dialog
      opened
      onClose={() => onClose(false)}
      title={t("title")}
      // Above the dialog whose action waits for it.
      zIndex={400}
    >
      {error ? (
        <LoadFailed error={error} onRetry={() => begin()} />
      ) : !means ? (
        <Skeleton height="9rem" />
      ) : (
        <Stack>
          <p>{factorOnly ? t("factorText") : t("text")}</p>
          {means.passkey && (
            <>
              <Button
                variant="default"
                leftSection={<IconFingerprint size={18} aria-hidden />}
                loading={confirm.isPending}
                onClick={provePasskey}
              >
                {t("passkey")}
              </Button>
              <Divider label={t("or")} />
            </>
          )}
          {usesCode && !means.hasFactor ? (
            <p>{t("signInAgain")}</p>
          ) : (
            <form onSubmit={submit}>
              <Stack>
                {usesCode ? (
                  <TextInput
                    name="proof"
                    label={t("code")}
                    description={means.hasApp ? t("appHint") : t("recoveryHint")}
                    autoComplete="one-time-code"
                    autoCapitalize="off"
                    spellCheck={false}
                    maxLength={60}
                    required
                    withAsterisk={false}
                    data-autofocus
                  />
                ) : (
                  <PasswordField
                    name="proof"
                    label={t("password")}
                    autoComplete="current-password"
                    required
                    withAsterisk={false}
                    data-autofocus
                  />
                )}
                <DialogFoot
                  failure={failure}
                  busy={confirm.isPending}
                  action={t("action")}
                  onClose={() => onClose(false)}
                />
              </Stack>
            </form>
          )}
        </Stack>
      )}
    </Dialog>
  );
}
