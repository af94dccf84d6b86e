"use client";

import { useFormatter, useTranslations } from "use-intl";
import { JsonView } from "@/app/ui/json-view";
import type { Attempt, Delivery } from "../types";
import classes from "./delivery.module.css";
import { AttemptResult, failureParts } from "./try-result";

interface AttemptDetailsProps {
  delivery: Delivery;
  of: Attempt;
  /** Whether this is the latest attempt. */
  isLast: boolean;
}

const IN_FULL = { dateStyle: "medium", timeStyle: "medium" } as const;

/** Request line and headers of an attempt, as sent. */
const requestOf = ({ url, id, userAgent }: Delivery, { startedAt }: Attempt, signature: string) =>
  `POST ${url}
content-type: application/json
user-agent: ${userAgent}
webhook-id: ${id}
webhook-timestamp: ${Math.floor(startedAt.getTime() / 1000)}
webhook-signature: v1,… (${signature})`;

/** Request and response of one attempt, and what follows. */
export function AttemptDetails({ delivery, of: one, isLast }: AttemptDetailsProps) {
  const t = useTranslations("webhooks.delivery");
  const format = useFormatter();
  const isSuccess = one.status !== null && one.status < 400;
  const isToCome = isLast && delivery.state === "waiting" && delivery.nextAt !== null;
  const next = isToCome ? delivery.nextAt : one.nextAt;
  return (
    <div className={classes.try}>
      <section className={classes.part}>
        <h4>{t("response")}</h4>
        <p>
          <AttemptResult of={one} />
          <span className={classes.dimmed}>{t("latency", { ms: format.number(one.latencyMs) })}</span>
          <span className={classes.dimmed}>{format.dateTime(one.startedAt, IN_FULL)}</span>
        </p>
        {one.failure !== null && <p className={classes.dimmed}>{failureParts(one.failure).detail}</p>}
        {one.answer ? (
          <>
            <JsonView label={t("responseLabel")} value={one.answer} />
            <p className={classes.dimmed}>{t("responseHead")}</p>
          </>
        ) : (
          one.failure === null && <p className={classes.dimmed}>{t("emptyResponse")}</p>
        )}
        {!isSuccess && (
          <p>
            {next === null
              ? t("noNext")
              : t(isToCome ? "nextIs" : "nextWas", { at: format.dateTime(next, IN_FULL) })}
          </p>
        )}
      </section>
      <section className={classes.part}>
        <h4>{t("request")}</h4>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard. */}
        <pre className={classes.text} tabIndex={0}>
          {requestOf(delivery, one, t("signatureHidden"))}
        </pre>
      </section>
    </div>
  );
}
