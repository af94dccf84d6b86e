"use client";

import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconPlayerPause,
  IconRefresh,
} from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { Link } from "@/app/ui/link";
import { Moment } from "@/app/ui/moment";
import { StateMark } from "@/app/ui/state-mark";
import { DeliveryState } from "../../webhooks/[id]/delivery-state";
import type { AlertDelivery, OneAlert, Told } from "../types";
import classes from "./alert.module.css";

/** What became of a notice, with the time that matters. */
function NoticeState({ notice }: { notice: Told }) {
  const t = useTranslations("alerts.told");
  const { sentAt, givenUpAt, heldFor, failure, dueAt } = notice;
  if (sentAt)
    return (
      <StateMark icon={IconCircleCheck} tone="good">
        {t("sent")} <Moment at={sentAt} />
      </StateMark>
    );
  if (givenUpAt)
    return (
      <StateMark icon={IconAlertTriangle} tone="bad">
        {t("givenUp")} <Moment at={givenUpAt} />
      </StateMark>
    );
  if (failure !== null)
    return (
      <StateMark icon={IconRefresh} tone="bad">
        {t("retried")} <Moment at={dueAt} />
      </StateMark>
    );
  if (heldFor)
    return (
      <StateMark icon={IconPlayerPause}>
        {t(heldFor)} <Moment at={dueAt} exact />
      </StateMark>
    );
  return <StateMark icon={IconClock}>{t("waiting")}</StateMark>;
}

function Recipient({ notice }: { notice: Told }) {
  const t = useTranslations("alerts.told");
  return (
    <li>
      <div className={classes.toldHead}>
        <span>
          <strong>{notice.name}</strong> <span className={classes.dim}>{t(`by.${notice.by}`)}</span>
        </span>
        <NoticeState notice={notice} />
      </div>
      {notice.failure !== null && <p className={classes.failure}>{notice.failure}</p>}
    </li>
  );
}

function Webhook({ of: { event, hookId, url, createdAt, state } }: { of: AlertDelivery }) {
  const t = useTranslations("alerts.told");
  return (
    <li>
      <div className={classes.toldHead}>
        <span className={classes.url}>
          <Link href={`/webhooks/${hookId}`}>{url}</Link>{" "}
          <span className={classes.dim}>{t("webhook", { event })}</span>
        </span>
        <span>
          <DeliveryState of={state} />{" "}
          <span className={classes.dim}>
            <Moment at={createdAt} />
          </span>
        </span>
      </div>
    </li>
  );
}

/** Who was told of an alert: people, chat channels and webhooks. */
export function ToldList({ alert: { told, deliveries } }: { alert: OneAlert }) {
  const t = useTranslations("alerts.told");
  return (
    <section aria-label={t("title")}>
      <h2 className={classes.title}>{t("title")}</h2>
      {told.length + deliveries.length === 0 ? (
        <p className={classes.dim}>
          {t("none")} <Link href="/alerts/channels">{t("toChannels")}</Link>
        </p>
      ) : (
        <ul className={classes.told} aria-label={t("title")}>
          {told.map((notice) => (
            <Recipient key={notice.id} notice={notice} />
          ))}
          {deliveries.map((delivery) => (
            <Webhook key={delivery.id} of={delivery} />
          ))}
        </ul>
      )}
    </section>
  );
}
