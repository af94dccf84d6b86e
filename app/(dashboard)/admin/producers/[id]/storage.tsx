"use client";

import { Progress } from "@mantine/core";
import { useTranslations } from "use-intl";
import { useBytes } from "@/app/ui/bytes";
import { Part } from "./part";
import type { OneProducer } from "./producer";
import classes from "./producer.module.css";

/** How much of its quota the producer's files take, and the images of its scans. */
export function Storage({ producer }: { producer: OneProducer }) {
  const t = useTranslations("admin.producer.storage");
  const { quota, contentBytes, scanImageBytes } = producer;
  return (
    <Part title={t("title")}>
      <Use name={t("contents")} used={contentBytes} quota={quota} />
      <Use name={t("scans")} used={scanImageBytes} quota={quota} />
    </Part>
  );
}

function Use({ name, used, quota }: { name: string; used: number; quota: number }) {
  const t = useTranslations("admin.producer.storage");
  const bytes = useBytes();
  return (
    <div className={classes.use}>
      <div className={classes.line}>
        <span>{name}</span>
        <span className={classes.says}>{t("used", { used: bytes(used), quota: bytes(quota) })}</span>
      </div>
      <Progress.Root size="sm">
        <Progress.Section value={quota === 0 ? 100 : Math.min(100, (100 * used) / quota)} aria-label={name} />
      </Progress.Root>
    </div>
  );
}
