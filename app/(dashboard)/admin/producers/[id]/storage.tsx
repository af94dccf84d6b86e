"use client";

import { Button, Group, Progress } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useBytes } from "@/app/ui/bytes";
import { Part } from "./part";
import type { OneProducer } from "./producer";
import classes from "./producer.module.css";
import { QuotaDialog } from "./quota-dialog";

/** How much of its quota the producer's files take, and the images of its scans. */
export function Storage({ producer }: { producer: OneProducer }) {
  const t = useTranslations("admin.producer.storage");
  const tQuota = useTranslations("admin.producer.quota");
  const [isAsking, setAsking] = useState(false);
  const { quota, contentBytes, scanImageBytes, closedAt } = producer;
  return (
    <Part title={t("title")}>
      <Use name={t("contents")} used={contentBytes} quota={quota} />
      <Use name={t("scans")} used={scanImageBytes} quota={quota} />
      {!closedAt && (
        <Group>
          <Button variant="default" onClick={() => setAsking(true)}>
            {tQuota("open")}
          </Button>
        </Group>
      )}
      {isAsking && <QuotaDialog producer={producer} onClose={() => setAsking(false)} />}
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
