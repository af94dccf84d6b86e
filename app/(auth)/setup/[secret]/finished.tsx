"use client";

import { Button, Stack } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { DemoPlanting } from "@/app/ui/demo-planting";
import { FormFailure } from "@/app/ui/form-failure";
import { producerPath } from "@/app/ui/producer-pages";
import { SecretOnce } from "@/app/ui/secret-once";
import { Card } from "../../card";
import { Waiting } from "../../waiting";
import type { Beginning } from "./use-beginning";

/** What was made with the set-up, as far as it is shown this once. */
export interface FirstSecrets {
  token: string;
  ownerKey: string;
}

interface FinishedProps {
  made: FirstSecrets;
  beginning: { status: "idle" | "pending" | "success" | "error"; variables: Beginning | undefined };
  /** Tries the beginning again. */
  onAgain: () => void;
}

/** What was made, to be kept; and how far the first sign-in and the demo are. */
export function Finished({ made, beginning: { status, variables }, onAgain }: FinishedProps) {
  const t = useTranslations("auth.setUp");
  const [next, setNext] = useState<string>();
  // Once the secrets are no longer shown, nothing asks whether they may go.
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
          <DemoPlanting wanted onOpen={(producerId) => setNext(producerPath(producerId, "/overview"))} />
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
