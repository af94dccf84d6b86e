"use client";

import { Button, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { usePlaceFaults } from "@/app/ui/form";
import { FormFailure } from "@/app/ui/form-failure";
import { signIn } from "@/app/ui/session";
import { useTRPC } from "@/app/ui/trpc";
import { AccountFields } from "../../account-fields";

interface JoinFormProps {
  secret: string;
  email: string;
  onJoined: (producerId: string) => void;
}

/** Form that creates an account for the invited e-mail address and signs in with it. */
export function JoinForm({ secret, email, onJoined }: JoinFormProps) {
  const t = useTranslations("auth.invite");
  const locale = useLocale();
  const placeFaults = usePlaceFaults();
  const [failure, setFailure] = useState<string>();
  const form = useForm({ mode: "uncontrolled", initialValues: { name: "", email, password: "" } });
  const accept = useMutation(useTRPC().members.accept.mutationOptions());

  const submit = async ({ name, password }: typeof form.values) => {
    setFailure(undefined);
    try {
      const { producerId } = await accept.mutateAsync({ secret, locale, name, password });
      // The link is used up at this point. If the sign-in fails, the next page asks for it.
      await signIn(email, password).catch(() => undefined);
      onJoined(producerId);
    } catch (error) {
      setFailure(placeFaults(form, error));
    }
  };

  return (
    <form onSubmit={form.onSubmit(submit)} method="post">
      <Stack>
        <AccountFields form={form} nameLabel={t("name")} passwordLabel={t("password")}>
          {/* Password managers need the account name beside the password. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
        </AccountFields>
        <FormFailure>{failure}</FormFailure>
        <Button type="submit" loading={form.submitting}>
          {t("submit")}
        </Button>
      </Stack>
    </form>
  );
}
