"use client";

import { Button, Divider, Stack, TextInput } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { failureOf } from "@/app/ui/failure";
import { FormFailure } from "@/app/ui/form-failure";
import { LoadFailed } from "@/app/ui/load-failed";
import { signInByCode, signInByPasskey } from "@/app/ui/session";
import { useTRPC } from "@/app/ui/trpc";
import { signInRefusal, waitOf } from "@/server/domain/people/schema";
import { Card } from "../card";
import { LinkClosed } from "../link-closed";
import { Waiting } from "../waiting";

/** Second step of a sign-in: a code or a passkey. */
export function SecondStep({ next }: { next: string }) {
  const t = useTranslations("auth.second");
  const tLogin = useTranslations("auth.login");
  const tErrors = useTranslations("errors");
  const step = useQuery({
    ...useTRPC().people.secondStep.queryOptions(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState<"code" | "passkey">();
  const [isOver, setOver] = useState(false);
  const over = <LinkClosed title={t("overTitle")} text={t("overText")} toLogin={t("again")} />;
  if (isOver) return over;
  if (step.isPending) return <Waiting fields={1} />;
  if (step.isError)
    return failureOf(step.error).status === 404 ? (
      over
    ) : (
      <LoadFailed error={step.error} onRetry={() => step.refetch()} />
    );
  const { hasApp, passkey } = step.data;

  const attempt = async (which: "code" | "passkey", work: () => Promise<string | undefined>) => {
    setBusy(which);
    setFailure(undefined);
    try {
      const error = await work();
      // A full page load: the router's cache may hold pages of the previous person.
      if (error === undefined) return window.location.assign(next);
      const refusal = signInRefusal(error);
      if (refusal.kind === "tooManyTries") setFailure(tLogin("tooManyAttempts", waitOf(refusal.waitSeconds)));
      else setFailure(error === "CredentialsSignin" ? t("refused") : tErrors("unknown"));
      // A passkey's challenge works once, and a step that is over asks for the password again.
      setOver(failureOf((await step.refetch()).error).status === 404);
    } catch {
      setFailure(tErrors("noAnswer"));
    }
    setBusy(undefined);
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code"));
    void attempt("code", () => signInByCode(code));
  };

  const provePasskey = async () => {
    if (!passkey) return;
    const { startAuthentication } = await import("@simplewebauthn/browser");
    // Browsers do not tell why there is no passkey: most often the person cancels.
    const proof = await startAuthentication({ optionsJSON: passkey }).catch(() => undefined);
    if (proof) await attempt("passkey", () => signInByPasskey("secondFactor", proof));
  };

  return (
    <Card title={t("title")} lead={t("lead")}>
      <Stack>
        {passkey && (
          <>
            <Button
              leftSection={<IconFingerprint size={18} aria-hidden />}
              loading={busy === "passkey"}
              onClick={provePasskey}
            >
              {t("passkey")}
            </Button>
            <Divider label={t("or")} />
          </>
        )}
        <form onSubmit={submit} method="post">
          <Stack>
            <TextInput
              name="code"
              label={t("code")}
              description={hasApp ? t("appHint") : t("recoveryHint")}
              autoComplete="one-time-code"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={60}
              required
              withAsterisk={false}
              autoFocus={!passkey}
            />
            <FormFailure>{failure}</FormFailure>
            <Button type="submit" variant={passkey ? "default" : "filled"} loading={busy === "code"}>
              {t("submit")}
            </Button>
          </Stack>
        </form>
      </Stack>
    </Card>
  );
}
