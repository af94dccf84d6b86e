"use client";

import { Button, Progress, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { setCookie } from "@/app/ui/cookie";
import { FormFailure } from "@/app/ui/form-failure";
import { SecretOnce } from "@/app/ui/secret-once";
import { useTRPC } from "@/app/ui/trpc";
import { Card } from "../../card";

/** What was made with the set-up, as far as it is shown this once. */
export interface FirstSecrets {
  token: string;
  ownerKey: string;
  demo: "none" | "underWay" | "failed";
}

const ASK_EVERY_MS = 700;

/** What was made, to be kept; and how far the demo is that was asked for. */
export function Finished({ made }: { made: FirstSecrets }) {
  const t = useTranslations("auth.setUp");
  const isDemoWanted = made.demo === "underWay";
  const { data: planting } = useQuery({
    ...useTRPC().setUp.demoProgress.queryOptions(),
    enabled: isDemoWanted,
    refetchInterval: ({ state }) => (state.data?.state === "underWay" || !state.data ? ASK_EVERY_MS : false),
  });
  const hasFailed = made.demo === "failed" || planting?.state === "failed" || planting?.state === "none";
  const isUnderWay = isDemoWanted && (planting === undefined || planting.state === "underWay");
  const percent = planting?.state === "underWay" ? planting.percent : planting?.state === "done" ? 100 : 0;

  const goOn = () => {
    if (planting?.state === "done") setCookie("assay-producer", planting.producerId);
    window.location.assign("/overview");
  };

  return (
    <Card title={t("madeTitle")} lead={t("madeText")} wide>
      <Stack gap="lg">
        <SecretOnce label={t("token")} secret={made.token} what={t("token")} />
        <SecretOnce label={t("ownerKey")} secret={made.ownerKey} what={t("ownerKey")} />
        {isDemoWanted && !hasFailed && (
          <div>
            <div id="demo-progress">{t(isUnderWay ? "planting" : "planted", { percent })}</div>
            <Progress.Root size="md" mt="xs">
              <Progress.Section value={percent} aria-labelledby="demo-progress" />
            </Progress.Root>
          </div>
        )}
        {hasFailed && <FormFailure>{t("demoFailed")}</FormFailure>}
        <Button onClick={goOn} variant={isUnderWay ? "default" : "filled"}>
          {t(isUnderWay ? "goOnMeanwhile" : "goOn")}
        </Button>
      </Stack>
    </Card>
  );
}
