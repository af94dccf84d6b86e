"use client";

import { useFormatter, useTranslations } from "use-intl";
import { Facts } from "@/app/ui/facts";
import { IdCopy } from "@/app/ui/id-copy";
import { JsonView } from "@/app/ui/json-view";
import { Link } from "@/app/ui/link";
import { CodeBlock } from "../webhooks/verify/code-block";
import { CallStatus } from "./call-columns";
import { curlOf } from "./curl";
import classes from "./request-log.module.css";
import type { OpenedCall } from "./types";

const apart = { target: "_blank", rel: "noopener" } as const;

/** A call with what is known of its request and its answer. */
export function CallDetails({ baseUrl, call }: { baseUrl: string; call: OpenedCall }) {
  const t = useTranslations("requestLog");
  const format = useFormatter();
  const { method, endpoint, status, code, ms, at, token, requestId, skipped, requestBody, answerBody } = call;
  const isOfAssistant = endpoint === "/mcp";
  const inReference = isOfAssistant
    ? "/docs/guides/assistants"
    : `/docs/search?${new URLSearchParams({ q: `${method} ${endpoint}` })}`;
  return (
    <div className={classes.parts}>
      <p className={classes.line}>
        <code>
          {method} {call.path}
        </code>
      </p>
      <Facts>
        <div>
          <dt>{t("columns.status")}</dt>
          <dd>
            <CallStatus of={{ status, code: null }} />
          </dd>
        </div>
        {code && (
          <div>
            <dt>{t("call.code")}</dt>
            <dd>
              <Link href={`/docs/errors#${code}`} translate="no" {...apart}>
                {code}
              </Link>
            </dd>
          </div>
        )}
        <div>
          <dt>{t("filters.endpoint")}</dt>
          <dd>
            <Link href={inReference} translate="no" {...apart}>
              {endpoint}
            </Link>
          </dd>
        </div>
        <div>
          <dt>{t("columns.at")}</dt>
          <dd>{format.dateTime(at, { dateStyle: "medium", timeStyle: "medium" })}</dd>
        </div>
        <div>
          <dt>{t("columns.ms")}</dt>
          <dd>{t("ms", { ms: format.number(ms) })}</dd>
        </div>
        <div>
          <dt>{t("columns.token")}</dt>
          <dd>{token.name ?? t("deletedToken")}</dd>
        </div>
        <div>
          <dt>{t("filters.request")}</dt>
          <dd>
            <IdCopy id={requestId} what={t("filters.request")} />
          </dd>
        </div>
      </Facts>
      {skipped > 0 && (
        <p className={classes.dim}>{t(status < 400 ? "skipped" : "skippedFailed", { count: skipped })}</p>
      )}
      {status < 400 ? (
        <p className={classes.dim}>{t("call.noBodies")}</p>
      ) : (
        <>
          <Body name="request" body={requestBody} />
          <Body name="answer" body={answerBody} />
          <p className={classes.dim}>{t("call.redacted")}</p>
        </>
      )}
      {!isOfAssistant && (
        <section className={classes.part} aria-labelledby="call-command">
          <h3 id="call-command">{t("call.command")}</h3>
          <CodeBlock label={t("call.commandLabel")} code={curlOf(baseUrl, call)} />
          <p className={classes.dim}>{t("call.commandText")}</p>
        </section>
      )}
    </div>
  );
}

function Body({ name, body }: { name: "request" | "answer"; body: string | null }) {
  const t = useTranslations("requestLog.call");
  return (
    <section className={classes.part} aria-labelledby={`call-${name}`}>
      <h3 id={`call-${name}`}>{t(name)}</h3>
      {body === null ? (
        <p className={classes.dim}>{t("noBody")}</p>
      ) : (
        <JsonView label={t(`${name}Label`)} value={body} />
      )}
    </section>
  );
}
