"use client";

import { useTranslations } from "use-intl";
import { PageHeader } from "@/app/ui/page-header";
import { CodeBlock } from "./code-block";
import { Receivers } from "./receivers";
import classes from "./verify.module.css";
import type { Receiver } from "./webhooks-doc";

const RULES = ["bytes", "constantTime", "fiveMinutes"] as const;
const HEADERS = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;

interface VerifyProps {
  receivers: Receiver[];
  headers: string;
  takeOnce: string;
}

/** Guide for receivers: verify the signature and process each event once. */
export function Verify({ receivers, headers, takeOnce }: VerifyProps) {
  const t = useTranslations("webhooks.verify");
  const tCreate = useTranslations("webhooks.create");
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t.rich("text", {
          a: (words) => (
            <a href="https://www.standardwebhooks.com" rel="noreferrer" target="_blank">
              {words}
            </a>
          ),
        })}
        back={{ href: "/webhooks", label: tCreate("back") }}
      />
      <div className={classes.parts}>
        <section aria-labelledby="receivers">
          <h2 id="receivers">{t("receivers")}</h2>
          <p>{t("rules")}</p>
          <ol>
            {RULES.map((rule) => (
              <li key={rule}>{t(`rule.${rule}`)}</li>
            ))}
          </ol>
          <p>{t("receiversText")}</p>
          <Receivers of={receivers} />
          <p>{t("tryIt")}</p>
        </section>
        <section aria-labelledby="headers">
          <h2 id="headers">{t("headers")}</h2>
          <p>{t("headersText")}</p>
          <CodeBlock label={t("sampleHeaders")} code={headers} />
          <dl className={classes.headers}>
            {HEADERS.map((name) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{t(`header.${name}`)}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section aria-labelledby="answer">
          <h2 id="answer">{t("response")}</h2>
          <p>{t("responseText")}</p>
          <p>{t("retries")}</p>
        </section>
        <section aria-labelledby="once">
          <h2 id="once">{t("once")}</h2>
          <p>{t("onceText")}</p>
          <CodeBlock label={t("onceInSql")} code={takeOnce} />
          <p>{t("onceKeep")}</p>
        </section>
      </div>
    </>
  );
}
