"use client";

import { Stack } from "@mantine/core";
import { useTranslations } from "use-intl";
import { CopyButton } from "@/app/ui/copy-button";
import { SecretOnce } from "@/app/ui/secret-once";
import classes from "./tokens.module.css";
import type { Made } from "./types";

/** This call also succeeds for a producer without data. */
const curlOf = (baseUrl: string, token: string) =>
  `curl "${baseUrl}/api/v2/scans?limit=5" -H "an-api-token: ${token}"`;

interface MadeTokenProps extends Made {
  baseUrl: string;
  onKept: () => void;
}

/** The secret of a new token, with an example call. */
export function MadeToken({ kind, secret, scopes, baseUrl, onKept }: MadeTokenProps) {
  const t = useTranslations("tokens.made");
  const curl = curlOf(baseUrl, secret);
  return (
    <Stack>
      {kind === "token" ? (
        <>
          <SecretOnce secret={secret} what={t("token")} onKept={onKept} />
          {(scopes?.includes("scans:read") ?? true) && (
            <>
              <span>{t("try")}</span>
              <section className={classes.code} aria-label={t("curl")}>
                <div className={classes.copy}>
                  <CopyButton value={curl} what={t("curl")} />
                </div>
                <pre data-curl>{curl}</pre>
              </section>
            </>
          )}
        </>
      ) : (
        <>
          <SecretOnce secret={secret} what={t("ownerKey")} onKept={onKept} />
          <span>{t("keyText")}</span>
        </>
      )}
    </Stack>
  );
}
