"use client";

import { Button, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { failureOf } from "@/app/ui/failure";
import { usePlaceFaults } from "@/app/ui/form";
import { FormFailure } from "@/app/ui/form-failure";
import { LoadFailed } from "@/app/ui/load-failed";
import { NewPasswordInput } from "@/app/ui/new-password-input";
import { PasswordStrength } from "@/app/ui/password-strength";
import { useTRPC } from "@/app/ui/trpc";
import { Card } from "../../card";
import { LinkClosed } from "../../link-closed";
import { Waiting } from "../../waiting";

/** Page of a link that sets a new password. */
export function ResetPassword({ secret }: { secret: string }) {
  const t = useTranslations("auth.reset");
  const person = useQuery({
    ...useTRPC().people.passwordLink.queryOptions({ secret }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (person.isPending) return <Waiting fields={1} />;
  if (person.isError)
    return failureOf(person.error).status === 404 ? (
      <LinkClosed title={t("closedTitle")} text={t("closedText")} toLogin={t("toLogin")} />
    ) : (
      <LoadFailed error={person.error} onRetry={() => person.refetch()} />
    );
  const { email } = person.data;
  return (
    <Card title={t("title")} lead={t("lead", { email })}>
      <PasswordForm secret={secret} {...person.data} />
    </Card>
  );
}

function PasswordForm({ secret, email, name }: { secret: string; email: string; name: string }) {
  const t = useTranslations("auth.reset");
  const placeFaults = usePlaceFaults();
  const [failure, setFailure] = useState<string>();
  const form = useForm({ mode: "uncontrolled", initialValues: { password: "" } });
  const save = useMutation(
    useTRPC().people.setPasswordByLink.mutationOptions({
      // A full page load: a session of this browser may have ended.
      onSuccess: () => window.location.assign("/login?password=saved"),
      onError: (error) => setFailure(placeFaults(form, error)),
    }),
  );
  return (
    <form
      method="post"
      onSubmit={form.onSubmit(({ password }) => {
        setFailure(undefined);
        save.mutate({ secret, password });
      })}
    >
      <Stack>
        {/* Password managers need the account name beside the password. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <div>
          <NewPasswordInput
            label={t("password")}
            withAsterisk={false}
            key={form.key("password")}
            {...form.getInputProps("password")}
          />
          <PasswordStrength password={form.useWatchValue("password")} known={[email, name]} />
        </div>
        <FormFailure>{failure}</FormFailure>
        <Button type="submit" loading={save.isPending || save.isSuccess}>
          {t("submit")}
        </Button>
      </Stack>
    </form>
  );
}
