"use client";

import { Button, Stack } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { DemoSeeding } from "@/app/ui/demo-planting";
import { FormFailure } from "@/app/ui/form-failure";
import { producerPath } from "@/app/ui/producer-pages";
import { SecretOnce } from "@/app/ui/secret-once";
import { Card } from "../../card";
import { Waiting } from "../../waiting";
import type { Beginning } from "./use-beginning";

/** The credentials that the set-up created; they are shown once. */
export interface FirstSecrets {
  token: string;
  ownerKey: string;
}

interface FinishedProps {
  made: FirstSecrets;
  beginning: { status: "idle" | "pending" | "success" | "error"; variables: Beginning | undefined };
  /** Retry the first sign-in. */
  onAgain: () => void;
}

/** Last step of the set-up: shows the credentials and the progress of the first sign-in and the demo data. */
export function Finished({ made, beginning: { status, variables }, onAgain }: FinishedProps) {
  const t = useTranslations("auth.setUp");
  const [next, setNext] = useState<string>();
  // Navigate only after the secrets are hidden, so that the leave guard stays silent.
  useEffect(() => {
    if (next) window.location.assign(next);
  }, [next]);
  if (next) return <Waiting fields={2} />;
  return (
    <Card title={t("madeTitle")} lead={t("madeText")} wide>
      <Stack gap="lg">
        <SecretOnce label={t("token")} secret={made.token} what={t("token")} />
        <SecretOnce label={t("ownerKey")} secret={made.ownerKey} what={t("ownerKey")} />
        {status === "success" && variables?.isDemoWanted && (
          <DemoSeeding wanted onOpen={(producerId) => setNext(producerPath(producerId, "/overview"))} />
        )}
        {status === "error" ? (
          <>
            <FormFailure>{t("notSignedIn")}</FormFailure>
            <Button onClick={onAgain}>{t("signInAgain")}</Button>
          </>
        ) : (
          <Button
            variant={variables?.isDemoWanted ? "default" : "filled"}
            loading={status === "pending"}
            onClick={() => setNext("/overview")}
          >
            {t("toOverview")}
          </Button>
        )}
      </Stack>
    </Card>
  );
}
