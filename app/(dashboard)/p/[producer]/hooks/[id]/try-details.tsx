"use client";

import { useFormatter, useTranslations } from "use-intl";
import { JsonView } from "@/app/ui/json-view";
import type { Delivery, Try } from "../types";
import classes from "./delivery.module.css";
import { failureParts, TryResult } from "./try-result";

interface TryDetailsProps {
  delivery: Delivery;
  of: Try;
  /** Whether none came after it. */
  isLast: boolean;
}

const IN_FULL = { dateStyle: "medium", timeStyle: "medium" } as const;

/** The request line and headers of a try, as they were sent. */
const requestOf = ({ url, id, userAgent }: Delivery, { startedAt }: Try, signature: string) =>
  `POST ${url}
content-type: application/json
user-agent: ${userAgent}
webhook-id: ${id}
webhook-timestamp: ${Math.floor(startedAt.getTime() / 1000)}
webhook-signature: v1,… (${signature})`;

/** What was sent with one try, what came back, and what follows. */
export function TryDetails({ delivery, of: one, isLast }: TryDetailsProps) {
  const t = useTranslations("webhooks.delivery");
  const format = useFormatter();
  const isSuccess = one.status !== null && one.status < 400;
  const isToCome = isLast && delivery.state === "waiting" && delivery.nextAt !== null;
  const next = isToCome ? delivery.nextAt : one.nextAt;
  return (
    <div className={classes.try}>
      <section className={classes.part}>
        <h4>{t("response")}</h4>
        <p className={classes.tryLine}>
          <TryResult of={one} />
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
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keyboards must reach it. */}
        <pre className={classes.text} tabIndex={0}>
          {requestOf(delivery, one, t("signatureHidden"))}
        </pre>
      </section>
    </div>
  );
}
