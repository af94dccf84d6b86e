"use client";

import { Alert, Button } from "@mantine/core";
import { IconAlertTriangle, IconPlayerPause } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "use-intl";
import { Moment } from "@/app/ui/moment";
import { useCan } from "@/app/ui/signed-in";
import { useTRPC } from "@/app/ui/trpc";
import type { ListedHook } from "../types";
import classes from "./hook.module.css";

interface HookBannerProps {
  hook: ListedHook;
  /** Opens a delivery in the drawer. */
  onLook: (deliveryId: string) => void;
  onSwitchOn: () => void;
}

/** Problem of a webhook and its remedy; nothing if the webhook is healthy. */
export function HookBanner({ hook, onLook, onSwitchOn }: HookBannerProps) {
  if (hook.switchedOffAt && hook.paused) return <Paused at={hook.switchedOffAt} onSwitchOn={onSwitchOn} />;
  if (hook.switchedOffAt) return <Off hook={hook} at={hook.switchedOffAt} onSwitchOn={onSwitchOn} />;
  if (hook.failingSince) return <Failing hook={hook} since={hook.failingSince} onLook={onLook} />;
  return null;
}

const IN_FULL = { dateStyle: "medium", timeStyle: "short" } as const;

function Off({ hook, at, onSwitchOn }: Omit<HookBannerProps, "onLook"> & { at: Date }) {
  const t = useTranslations("webhooks.off");
  const format = useFormatter();
  const canEdit = useCan("editor");
  const reason = hook.failingSince
    ? t("text", { since: format.dateTime(hook.failingSince, IN_FULL) })
    : t("textUnknown");
  return (
    <Alert
      color="red"
      variant="outline"
      classNames={{ label: classes.alarm ?? "", icon: classes.alarm ?? "" }}
      icon={<IconPlayerPause aria-hidden />}
      title={t.rich("title", { at: () => <Moment at={at} exact /> })}
    >
      <div className={classes.banner}>
        <p>
          {reason} {t("kept")}
        </p>
        {canEdit && <Button onClick={onSwitchOn}>{t("enable")}</Button>}
      </div>
    </Alert>
  );
}

/** Paused by hand: no problem, and no deliveries. */
function Paused({ at, onSwitchOn }: { at: Date; onSwitchOn: () => void }) {
  const t = useTranslations("webhooks");
  const canEdit = useCan("editor");
  return (
    <Alert
      color="accent"
      variant="outline"
      icon={<IconPlayerPause aria-hidden />}
      title={t.rich("paused.title", { at: () => <Moment at={at} exact /> })}
    >
      <div className={classes.banner}>
        <p>
          {t("paused.text")} {t("off.kept")}
        </p>
        {canEdit && <Button onClick={onSwitchOn}>{t("off.enable")}</Button>}
      </div>
    </Alert>
  );
}

function Failing({ hook, since, onLook }: Omit<HookBannerProps, "onSwitchOn"> & { since: Date }) {
  const t = useTranslations("webhooks.failing");
  const format = useFormatter();
  const { data } = useQuery(useTRPC().deliveries.list.queryOptions({ hookId: hook.id }));
  const failed = data?.entries.find(({ lastAttempt }) => lastAttempt && (lastAttempt.status ?? 999) >= 400);
  return (
    <Alert
      color="red"
      variant="outline"
      classNames={{ label: classes.alarm ?? "", icon: classes.alarm ?? "" }}
      icon={<IconAlertTriangle aria-hidden />}
      title={t("title", { since: format.dateTime(since, IN_FULL) })}
    >
      <div className={classes.banner}>
        <p>{t("text")}</p>
        {failed && (
          <Button variant="default" onClick={() => onLook(failed.id)}>
            {t("viewFailure")}
          </Button>
        )}
      </div>
    </Alert>
  );
}
