"use client";

import { Progress } from "@mantine/core";
import { useTranslations } from "use-intl";
import { useBytes } from "@/app/ui/bytes";
import { usePercent } from "@/app/ui/percent";
import classes from "./storage.module.css";
import type { Storage } from "./types";

const NEARLY_FULL = 0.9;

/** Use of each quota, and the effect of a full one. */
export function Quotas({ storage: { bytes, fileQuota, recordQuota } }: { storage: Storage }) {
  const records = bytes.items + bytes.groups + bytes.webhooks + bytes.history;
  return (
    <ul className={classes.list}>
      <Quota of="files" used={bytes.files} quota={fileQuota} />
      <Quota of="scanImages" used={bytes.scanImages} quota={fileQuota} />
      <Quota of="records" used={records} quota={recordQuota} />
      <Quota of="scans" used={bytes.scans} quota={recordQuota} />
    </ul>
  );
}

interface QuotaProps {
  of: "files" | "scanImages" | "records" | "scans";
  used: number;
  quota: number;
}

function Quota({ of, used, quota }: QuotaProps) {
  const t = useTranslations("storage.quotas");
  const bytes = useBytes();
  const percent = usePercent();
  const share = quota === 0 ? 1 : used / quota;
  return (
    <li className={classes.entry}>
      <div className={classes.line}>
        <span className={classes.name}>{t(of)}</span>
        <span>{t("used", { used: bytes(used), quota: bytes(quota) })}</span>
      </div>
      <Progress.Root size="md">
        <Progress.Section value={Math.min(100, Math.round(share * 100))} aria-label={t(of)} />
      </Progress.Root>
      <div className={classes.line}>
        <span className={classes.dimmed}>{t("percent", { percent: percent(share) })}</span>
        {share >= NEARLY_FULL && (
          <strong className={classes.bad}>{share >= 1 ? t(`full.${of}`) : t("nearly")}</strong>
        )}
      </div>
    </li>
  );
}
