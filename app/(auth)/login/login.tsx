"use client";

import { Alert, Anchor, Button, Divider, Stack, TextInput } from "@mantine/core";
import { IconFingerprint, IconLogin2 } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { FormFailure } from "@/app/ui/form-failure";
import { PasswordField } from "@/app/ui/password-field";
import { SECOND_STEP, signIn, signInByPasskey, signInElsewhere } from "@/app/ui/session";
import { useTRPC } from "@/app/ui/trpc";
import { signInRefusal, waitOf } from "@/server/domain/people/schema";
import { Card } from "../card";
import { SecondStep } from "./second-step";

interface LoginProps {
  /** Path to open after the sign-in. */
  next: string;
  /** Whether another page redirected the person here. */
  isReturning: boolean;
  /** Name of the organisation's own identity provider, if one is configured. */
  elsewhere: string | undefined;
  refusedElsewhere: boolean;
  /** Whether the person has just set a new password by a link. */
  hasNewPassword: boolean;
}

export function Login({ next, isReturning, elsewhere, refusedElsewhere, hasNewPassword }: LoginProps) {
  const t = useTranslations("auth.login");
  const tErrors = useTranslations("errors");
  const [failure, setFailure] = useState(refusedElsewhere ? t("refusedElsewhere") : undefined);
  const [busy, setBusy] = useState<"here" | "elsewhere" | "passkey">();
  const [isSecondStep, setSecondStep] = useState(false);
  const begin = useMutation(useTRPC().people.beginPasskeySignIn.mutationOptions());

  const reasonOf = (error: string) => {
    const refusal = signInRefusal(error);
    if (refusal.kind === "tooManyTries") return t("tooManyAttempts", waitOf(refusal.waitSeconds));
    if (error === "passkeyRefused") return t(error);
    return error === "CredentialsSignin" ? t("notAccepted") : tErrors("unknown");
  };

  const attempt = async (
    which: "here" | "elsewhere" | "passkey",
    work: () => Promise<string | undefined>,
  ) => {
    setBusy(which);
    setFailure(undefined);
    try {
      const error = await work();
      if (error === undefined) return;
      setFailure(reasonOf(error));
    } catch {
      setFailure(tErrors("noAnswer"));
    }
    setBusy(undefined);
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    attempt("here", async () => {
      const error = await signIn(String(fields.get("email")), String(fields.get("password")));
      if (error === SECOND_STEP) setSecondStep(true);
      // A full page load: the router's cache may hold pages of the previous person.
      else if (error === undefined) window.location.assign(next);
      return error === SECOND_STEP ? undefined : error;
    });
  };

  const signInWithPasskey = async () => {
    const optionsJSON = await begin.mutateAsync();
    const { startAuthentication } = await import("@simplewebauthn/browser");
    // Browsers do not tell why there is no passkey: most often the person cancels.
    const passkey = await startAuthentication({ optionsJSON }).catch(() => undefined);
    if (!passkey) {
      setBusy(undefined);
      return undefined;
    }
    const error = await signInByPasskey("passkey", passkey);
    if (error === undefined) window.location.assign(next);
    return error === "CredentialsSignin" ? "passkeyRefused" : error;
  };

  if (isSecondStep) return <SecondStep next={next} />;

  return (
    <Card title={t("title")} lead={isReturning ? t("returning") : t("lead")}>
      <Stack>
        {hasNewPassword && (
          <Alert variant="outline" color="accent" role="status">
            {t("passwordSet")}
          </Alert>
        )}
        {elsewhere && (
          <>
            <Button
              variant="default"
              leftSection={<IconLogin2 size={18} aria-hidden />}
              loading={busy === "elsewhere"}
              onClick={() => attempt("elsewhere", () => signInElsewhere(next).then(() => undefined))}
            >
              {t("elsewhere", { name: elsewhere })}
            </Button>
            <Divider label={t("or")} />
          </>
        )}
        <form onSubmit={submit} method="post">
          <Stack>
            <TextInput
              name="email"
              type="email"
              label={t("email")}
              autoComplete="username"
              required
              withAsterisk={false}
              autoFocus
            />
            <PasswordField
              name="password"
              label={t("password")}
              autoComplete="current-password"
              required
              withAsterisk={false}
            />
            <FormFailure>{failure}</FormFailure>
            <Button type="submit" loading={busy === "here"} fullWidth>
              {t("submit")}
            </Button>
            <Anchor component={Link} href="/forgot-password" prefetch={false}>
              {t("forgot")}
            </Anchor>
          </Stack>
        </form>
        <Divider label={t("or")} />
        <Button
          variant="default"
          leftSection={<IconFingerprint size={18} aria-hidden />}
          loading={busy === "passkey"}
          onClick={() => attempt("passkey", signInWithPasskey)}
        >
          {t("passkey")}
        </Button>
      </Stack>
    </Card>
  );
}
