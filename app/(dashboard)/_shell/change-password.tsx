"use client";

import { Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "@/app/ui/dialog";
import { DialogFoot } from "@/app/ui/dialog-foot";
import { usePlaceFaults } from "@/app/ui/form";
import { NewPasswordInput } from "@/app/ui/new-password-input";
import { PasswordField } from "@/app/ui/password-field";
import { PasswordStrength } from "@/app/ui/password-strength";
import { useSignedIn } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";

/** Dialog that changes the person's own password. It ends all their other sessions. */
export default function ChangePassword({ onClose }: { onClose: () => void }) {
  const t = useTranslations("shell.password");
  const placeFaults = usePlaceFaults();
  const toast = useToast();
  const { person } = useSignedIn();
  const [failure, setFailure] = useState<string>();
  const [typed, setTyped] = useState("");
  const form = useForm({ mode: "uncontrolled", initialValues: { current: "", next: "" } });
  form.watch("next", ({ value }) => setTyped(value));
  const change = useMutation(
    useTRPC().people.changePassword.mutationOptions({
      onSuccess: () => {
        toast.done(t("done"));
        onClose();
      },
      onError: (error) => setFailure(placeFaults(form, error)),
    }),
  );
  return (
    <Dialog opened onClose={onClose} title={t("title")}>
      <form
        onSubmit={form.onSubmit((values) => {
          setFailure(undefined);
          change.mutate(values);
        })}
      >
        <Stack>
          <PasswordField
            label={t("current")}
            required
            autoComplete="current-password"
            data-autofocus
            key={form.key("current")}
            {...form.getInputProps("current")}
          />
          <NewPasswordInput label={t("next")} key={form.key("next")} {...form.getInputProps("next")} />
          <PasswordStrength password={typed} known={[person.email, person.name]} />
          <DialogFoot failure={failure} busy={change.isPending} action={t("change")} onClose={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
