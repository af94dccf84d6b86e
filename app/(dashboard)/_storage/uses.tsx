"use client";

import { Progress } from "@mantine/core";
import { useTranslations } from "use-intl";
import { useBytes } from "@/app/ui/bytes";
import { Link } from "@/app/ui/link";
import { usePercent } from "@/app/ui/percent";
import classes from "./storage.module.css";
import type { Storage } from "./types";

const USES = ["files", "scanImages", "scans", "items", "groups", "history", "webhooks", "events"] as const;

type Use = (typeof USES)[number];

/** Pages where a member frees space. */
const PLACE_OF: Partial<Record<Use, string>> = {
  files: "/files",
  scanImages: "/settings/privacy",
  scans: "/settings/privacy",
  items: "/items",
  groups: "/groups",
  webhooks: "/webhooks",
};

/** Storage by use, largest first, and how to free it. Links lead to the member's own pages. */
export function Uses({ storage: { bytes }, isOwn = false }: { storage: Storage; isOwn?: boolean }) {
  const t = useTranslations("storage.uses");
  const inBytes = useBytes();
  const percent = usePercent();
  const total = USES.reduce((sum, use) => sum + bytes[use], 0);
  return (
    <>
      <p className={classes.dimmed}>{t("total", { total: inBytes(total) })}</p>
      <ul className={classes.list}>
        {USES.toSorted((a, b) => bytes[b] - bytes[a]).map((use) => {
          const share = total === 0 ? 0 : bytes[use] / total;
          const place = isOwn ? PLACE_OF[use] : undefined;
          return (
            <li key={use} className={classes.entry}>
              <div className={classes.line}>
                <span className={classes.name}>
                  {place ? <Link href={place}>{t(`${use}.name`)}</Link> : t(`${use}.name`)}
                </span>
                <span>
                  {inBytes(bytes[use])} · {percent(share)}
                </span>
              </div>
              <Progress.Root size="xs">
                <Progress.Section value={100 * share} aria-label={t(`${use}.name`)} />
              </Progress.Root>
              <p className={classes.dimmed}>{t(`${use}.freed`)}</p>
            </li>
          );
        })}
      </ul>
    </>
  );
}
