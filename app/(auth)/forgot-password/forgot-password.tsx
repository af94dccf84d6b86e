"use client";

import { Button, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { usePlaceFaults } from "@/app/ui/form";
import { FormFailure } from "@/app/ui/form-failure";
import { useTRPC } from "@/app/ui/trpc";
import { Card } from "../card";
import { LinkClosed } from "../link-closed";

/** Page that mails a link for a new password. */
export function ForgotPassword({ canMail }: { canMail: boolean }) {
  const t = useTranslations("auth.forgot");
  const locale = useLocale();
  const placeFaults = usePlaceFaults();
  const [failure, setFailure] = useState<string>();
  const form = useForm({ mode: "uncontrolled", initialValues: { email: "" } });
  const request = useMutation(
    useTRPC().people.requestPasswordLink.mutationOptions({
      onError: (error) => setFailure(placeFaults(form, error)),
    }),
  );
  if (!canMail) return <LinkClosed title={t("title")} text={t("noMail")} toLogin={t("toLogin")} />;
  if (request.isSuccess)
    return (
      <Card title={t("sentTitle")} lead={t("sent", { email: request.variables.email })}>
        <Stack>
          <p>{t("again")}</p>
          <Button component={Link} href="/login" variant="default" prefetch={false}>
            {t("toLogin")}
          </Button>
        </Stack>
      </Card>
    );
  return (
    <Card title={t("title")} lead={t("lead")}>
      <form
        method="post"
        onSubmit={form.onSubmit((values) => {
          setFailure(undefined);
          request.mutate({ ...values, locale: locale === "de" ? "de" : "en" });
        })}
      >
        <Stack>
          <TextInput
            type="email"
            label={t("email")}
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
            key={form.key("email")}
            {...form.getInputProps("email")}
          />
          <FormFailure>{failure}</FormFailure>
          <Button type="submit" loading={request.isPending}>
            {t("submit")}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
