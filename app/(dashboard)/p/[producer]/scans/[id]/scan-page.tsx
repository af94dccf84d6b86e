"use client";

import { Skeleton } from "@mantine/core";
import { IconArrowLeft, IconScan } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Elsewhere } from "@/app/ui/elsewhere";
import { EmptyState } from "@/app/ui/empty-state";
import { failureOf, useFailureText } from "@/app/ui/failure";
import { Link } from "@/app/ui/link";
import { LoadFailed } from "@/app/ui/load-failed";
import { Moment } from "@/app/ui/moment";
import { PageHeader } from "@/app/ui/page-header";
import { Verdict } from "@/app/ui/verdict";
import { ReportsOf } from "../../sightings/_reports/reports";
import { Assessment } from "./assessment";
import { Facts } from "./facts";
import { Images } from "./images";
import { InfoTable } from "./info-table";
import { Neighbours } from "./neighbours";
import { PersonalData } from "./personal-data";
import { PlaceMap } from "./place-map";
import { useScanPlaces, useScanQueries } from "./places";
import classes from "./scan-page.module.css";

const GONE = new Set([403, 404]);

function Back() {
  const t = useTranslations("scans.scan");
  return (
    <Link href={useScanPlaces().list} className={classes.back}>
      <IconArrowLeft size={14} aria-hidden /> {t("back")}
    </Link>
  );
}

/** Page of one scan: what happened, and the evidence for and against it. */
export function ScanPage({ id }: { id: string }) {
  const t = useTranslations("scans.scan");
  const failureText = useFailureText();
  const query = useQuery(useScanQueries(id).scan);
  const { isAdmin } = useScanPlaces();
  if (query.isPending) return <Waiting />;
  if (query.isError) {
    if (!GONE.has(failureOf(query.error).status))
      return (
        <>
          <PageHeader title={t("tab")} back={<Back />} />
          <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
        </>
      );
    return (
      <>
        <PageHeader title={t("tab")} back={<Back />} />
        <Elsewhere kind="scan" id={id} isOff={isAdmin}>
          <EmptyState icon={IconScan} title={t("missing")}>
            {failureText(query.error)}
          </EmptyState>
        </Elsewhere>
      </>
    );
  }
  const scan = query.data;
  const { identifier, copyclassification, timestamp, softwareInfo, deviceInfo, data } = scan.data;
  return (
    <>
      <PageHeader
        title={t("heading", { identifier })}
        back={<Back />}
        badges={<Verdict of={copyclassification} />}
        description={
          <>
            <Moment at={timestamp} exact /> · <Moment at={timestamp} />
          </>
        }
      />
      <Assessment id={id} verdict={copyclassification} />
      <div className={classes.halves}>
        <Facts scan={scan} />
        <PlaceMap scan={scan} />
      </div>
      {/* Reports are addressed to the producer, not to admins. */}
      {!isAdmin && <ReportsOf scan={scan.id} />}
      <Images urls={scan.data.images ?? []} />
      <Neighbours scan={scan} />
      {scan.data._dropped && <p className={classes.dim}>{t("dropped")}</p>}
      <div className={classes.infos}>
        <InfoTable title={t("softwareInfo")} info={softwareInfo} />
        <InfoTable title={t("deviceInfo")} info={deviceInfo} />
        {Object.keys(data).length > 0 && <InfoTable title={t("data")} info={data} />}
      </div>
      <PersonalData scan={scan} />
    </>
  );
}

function Waiting() {
  const t = useTranslations("common");
  return (
    <div aria-busy>
      <PageHeader title={<Skeleton width="min(24rem, 80%)" height="1.75rem" />} back={<Back />} />
      <span className="visually-hidden">{t("loading")}</span>
      <div className={classes.halves}>
        <Skeleton height="22rem" />
        <Skeleton height="22rem" />
      </div>
    </div>
  );
}
