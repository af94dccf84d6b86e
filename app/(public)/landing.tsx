"use client";

import { Button } from "@mantine/core";
import Link from "next/link";
import { useTranslations } from "use-intl";
import { PublicFrame } from "@/app/ui/public-frame";
import classes from "./landing.module.css";

const CREATE_PRODUCER = 'npm run -s producer -- create --name "My brand" --json';

const recordScan = (baseUrl: string) => `curl -X POST ${baseUrl}/api/v2/scans \\
  -H 'content-type: application/json' \\
  -d '{"identifier": "4006381333931", "copyclassification": "original"}'`;

/** Landing page for signed-out visitors. */
export function Landing({ baseUrl }: { baseUrl: string }) {
  const t = useTranslations("landing");
  return (
    <PublicFrame
      ways={
        <Button component={Link} href="/login" size="sm" prefetch={false}>
          {t("signIn")}
        </Button>
      }
    >
      <h1>{t("title")}</h1>
      <p className={classes.lead}>{t("lead")}</p>

      <h2>{t("call")}</h2>
      <p>
        {t.rich("callText", {
          path: (words) => <a href="/api/v2">{words}</a>,
          reference: (words) => <a href="/docs">{words}</a>,
          spec: (words) => <a href="/api/v2/openapi.json">{words}</a>,
        })}
      </p>

      <h2>{t("credentials")}</h2>
      <p>{t("credentialsText")}</p>
      <section aria-label={t("commandLabel")}>
        <pre className={classes.code}>{CREATE_PRODUCER}</pre>
      </section>

      <h2>{t("record")}</h2>
      <section aria-label={t("recordLabel")}>
        <pre className={classes.code}>{recordScan(baseUrl)}</pre>
      </section>
    </PublicFrame>
  );
}
