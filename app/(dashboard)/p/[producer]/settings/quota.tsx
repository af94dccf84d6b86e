"use client";

import { Progress, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "use-intl";
import { useBytes } from "@/app/ui/bytes";
import { Link } from "@/app/ui/link";
import { LoadFailed } from "@/app/ui/load-failed";
import { useTRPC } from "@/app/ui/trpc";
import { Section } from "./section";
import classes from "./settings.module.css";

const NEARLY = 0.9;
/** How much of its quota the producer uses, for its own files and for the images of scans. */
export function Quota() {
  const t = useTranslations("settings.quota");
  const query = useQuery(useTRPC().producers.current.queryOptions());
  return (
    <Section title={t("title")}>
      {query.isError ? (
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <>
          <Use of="contents" used={query.data.contentBytes} quota={query.data.quota} />
          <Use of="scans" used={query.data.scanImageBytes} quota={query.data.quota} />
          <p>
            <Link href="/contents" prefetch={false}>
              {t("toContents")}
            </Link>
          </p>
        </>
      ) : (
        <Skeleton height="9rem" />
      )}
    </Section>
  );
}

function Use({ of, used, quota }: { of: "contents" | "scans"; used: number; quota: number }) {
  const t = useTranslations("settings.quota");
  const format = useFormatter();
  const bytes = useBytes();
  const share = quota === 0 ? 1 : used / quota;
  const percent = format.number(share, {
    style: "percent",
    ...(share < 0.1 ? { maximumSignificantDigits: 1 } : { maximumFractionDigits: 0 }),
  });
  return (
    <div className={classes.use}>
      <div className={classes.line}>
        <span className={classes.what}>{t(of)}</span>
        <span>{t("used", { used: bytes(used), quota: bytes(quota) })}</span>
      </div>
      <Progress.Root size="md">
        <Progress.Section value={Math.min(100, share * 100)} aria-label={t(of)} />
      </Progress.Root>
      <div className={classes.line}>
        <span className={classes.dimmed}>{t(`${of}Text`)}</span>
        <span className={classes.dimmed}>{t("percent", { percent })}</span>
      </div>
      {share >= NEARLY && <p className={classes.bad}>{t(share >= 1 ? "full" : "nearly")}</p>}
    </div>
  );
}
