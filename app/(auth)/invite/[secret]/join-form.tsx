"use client";

import { Button, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { usePlaceFaults } from "@/app/ui/form";
import { FormFailure } from "@/app/ui/form-failure";
import { NewPasswordInput } from "@/app/ui/new-password-input";
import { signIn } from "@/app/ui/session";
import { useTRPC } from "@/app/ui/trpc";

interface JoinFormProps {
  secret: string;
  email: string;
  onJoined: (producerId: string) => void;
}

/** Makes an account for the invited e-mail, and signs in with it. */
export function JoinForm({ secret, email, onJoined }: JoinFormProps) {
  const t = useTranslations("auth.invite");
  const locale = useLocale();
  const placeFaults = usePlaceFaults();
  const [failure, setFailure] = useState<string>();
  const form = useForm({ mode: "uncontrolled", initialValues: { name: "", password: "" } });
  const accept = useMutation(useTRPC().members.accept.mutationOptions());

  const submit = async (values: typeof form.values) => {
    setFailure(undefined);
    try {
      const { producerId } = await accept.mutateAsync({ secret, locale, ...values });
      await signIn(email, values.password);
      onJoined(producerId);
    } catch (error) {
      setFailure(placeFaults(form, error));
    }
  };

  return (
    <form onSubmit={form.onSubmit(submit)} method="post">
      <Stack>
        {/* For password managers: whose password it is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <TextInput
          label={t("name")}
          autoComplete="name"
          required
          withAsterisk={false}
          key={form.key("name")}
          {...form.getInputProps("name")}
        />
        <NewPasswordInput
          label={t("password")}
          withAsterisk={false}
          key={form.key("password")}
          {...form.getInputProps("password")}
        />
        <FormFailure>{failure}</FormFailure>
        <Button type="submit" loading={form.submitting}>
          {t("submit")}
        </Button>
      </Stack>
    </form>
  );
}
