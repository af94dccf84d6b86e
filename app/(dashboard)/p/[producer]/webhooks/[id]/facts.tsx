"use client";

import { useFormatter, useTranslations } from "use-intl";
import { Facts } from "@/app/ui/facts";
import { IdCopy } from "@/app/ui/id-copy";
import { JsonView } from "@/app/ui/json-view";
import { Link } from "@/app/ui/link";
import { Moment, useNowRoughly } from "@/app/ui/moment";
import { TargetName } from "../target-name";
import type { OpenedHook } from "../types";
import classes from "./hook.module.css";

/** Settings of a webhook. */
export function HookFacts({ hook }: { hook: OpenedHook }) {
  const t = useTranslations("webhooks");
  const tAll = useTranslations("webhooks.create");
  const format = useFormatter();
  const now = useNowRoughly();
  const { events, previousSecretUntil: until, data } = hook;
  const areBothGood = until !== null && until.getTime() > now;
  return (
    <Facts>
      <div>
        <dt>{t("appliesTo")}</dt>
        <dd>
          <TargetName target={hook.target} linked />
        </dd>
      </div>
      <div>
        <dt>{t("events")}</dt>
        <dd>
          {events
            .toSorted((a, b) => Number(b === "*") - Number(a === "*"))
            .map((name) => (name === "*" ? tAll("all") : name))
            .join(", ")}
        </dd>
      </div>
      <div>
        <dt>{t("delivered")}</dt>
        <dd className="figures">
          <a href="#deliveries" aria-label={t("deliveriesOf", { count: hook.executed })}>
            {format.number(hook.executed)}
          </a>
        </dd>
      </div>
      <div>
        <dt>{t("page.secret")}</dt>
        <dd>
          {areBothGood
            ? t("page.bothSign", {
                until: format.dateTime(until, { dateStyle: "medium", timeStyle: "short" }),
              })
            : t("page.secretKept")}
          <div>
            <Link href="/webhooks/verify">{t("verify.title")}</Link>
          </div>
        </dd>
      </div>
      <div>
        <dt>{t("created")}</dt>
        <dd>
          <Moment at={hook.createdAt} />
        </dd>
      </div>
      <div>
        <dt>{t("delivery.idLabel")}</dt>
        <dd>
          <IdCopy id={hook.id} what={t("page.id")} />
        </dd>
      </div>
      {Object.keys(data).length > 0 && (
        <div className={classes.wide}>
          <dt>{t("page.data")}</dt>
          <dd>
            <JsonView label={t("page.data")} value={data} />
          </dd>
        </div>
      )}
    </Facts>
  );
}
