"use client";

import { Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "@/app/ui/dialog";
import { DialogFoot } from "@/app/ui/dialog-foot";
import { useFailureText } from "@/app/ui/failure";
import { useTRPC } from "@/app/ui/trpc";

interface AddPasskeyProps {
  onClose: () => void;
  onAdded: (made: { recoveryCodes: string[] | null }) => void;
}

/** Dialog that registers a passkey. */
export function AddPasskey({ onClose, onAdded }: AddPasskeyProps) {
  const t = useTranslations("settings.factors");
  const failureText = useFailureText();
  const trpc = useTRPC();
  const begin = useMutation(trpc.factors.beginPasskey.mutationOptions());
  const add = useMutation(trpc.factors.addPasskey.mutationOptions());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const create = async (name: string) => {
    const optionsJSON = await begin.mutateAsync();
    const { startRegistration } = await import("@simplewebauthn/browser");
    const made = await startRegistration({ optionsJSON }).catch(() => undefined);
    if (!made) return setFailure(t("passkeyFailed"));
    onAdded(await add.mutateAsync({ name, passkey: { ...made, type: "public-key" } }));
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name"));
    setBusy(true);
    setFailure(undefined);
    create(name)
      .catch((error: unknown) => setFailure(failureText(error)))
      .finally(() => setBusy(false));
  };

  return (
    <Dialog opened onClose={onClose} title={t("addPasskey")}>
      <form onSubmit={submit}>
        <Stack>
          <p>{t("passkeyText")}</p>
          <TextInput
            name="name"
            label={t("name")}
            description={t("nameHint")}
            defaultValue={t("kind.passkey")}
            maxLength={100}
            required
            withAsterisk={false}
            data-autofocus
          />
          <DialogFoot failure={failure} busy={busy} action={t("addPasskey")} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
