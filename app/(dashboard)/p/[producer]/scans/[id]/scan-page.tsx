"use client";

import { IconScan } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Detail, Waiting } from "@/app/ui/detail";
import { Moment } from "@/app/ui/moment";
import { PageHeader } from "@/app/ui/page-header";
import { Verdict } from "@/app/ui/verdict";
import { AddToCase } from "../../cases/_add/add-to-case";
import { InCases } from "../../cases/_add/in-cases";
import { ReportsOf } from "../../unregistered-codes/_reports/reports";
import { Inspections } from "../_inspections/inspections";
import type { OneScan } from "../types";
import { Assessment } from "./assessment";
import { Facts } from "./facts";
import { Images } from "./images";
import { InfoTable } from "./info-table";
import { Neighbours } from "./neighbours";
import { PersonalData } from "./personal-data";
import { PlaceMap } from "./place-map";
import { useScanPlaces, useScanQueries } from "./places";
import classes from "./scan-page.module.css";

/** Page of one scan: what happened, and the evidence for and against it. */
export function ScanPage({ id }: { id: string }) {
  const t = useTranslations("scans.scan");
  const { isAdmin, list } = useScanPlaces();
  return (
    <Detail
      query={useQuery(useScanQueries(id).scan)}
      title={t("tab")}
      back={{ href: list, label: t("back") }}
      missing={{ icon: IconScan, title: t("missing"), as: { kind: "scan", id, isOff: isAdmin } }}
      waiting={
        <div className={classes.halves}>
          <Waiting heights={["22rem"]} />
          <Waiting heights={["22rem"]} />
        </div>
      }
    >
      {(scan) => <Found scan={scan} />}
    </Detail>
  );
}

function Found({ scan }: { scan: OneScan }) {
  const t = useTranslations("scans.scan");
  const { isAdmin, list } = useScanPlaces();
  const { identifier, copyclassification, timestamp, softwareInfo, deviceInfo, data } = scan;
  return (
    <>
      <PageHeader
        title={t("heading", { identifier })}
        back={{ href: list, label: t("back") }}
        badges={<Verdict of={copyclassification} />}
        description={
          <>
            <Moment at={timestamp} exact /> · <Moment at={timestamp} />
          </>
        }
        actions={
          !isAdmin && <AddToCase links={{ kind: "scan", refs: [scan.id] }} suggestedTitle={identifier} />
        }
      />
      {!isAdmin && <InCases kind="scan" of={scan.id} />}
      <Assessment id={scan.id} verdict={copyclassification} />
      <div className={classes.halves}>
        <Facts scan={scan} />
        <PlaceMap scan={scan} />
      </div>
      {/* Reports are addressed to the producer, not to admins. */}
      {!isAdmin && <ReportsOf scan={scan.id} />}
      {!isAdmin && <Inspections of="scan" id={scan.id} />}
      <Images ids={scan.images} />
      <Neighbours scan={scan} />
      {scan.isDataDropped && <p className={classes.dim}>{t("dropped")}</p>}
      <div className={classes.infos}>
        <InfoTable title={t("softwareInfo")} info={softwareInfo} />
        <InfoTable title={t("deviceInfo")} info={deviceInfo} />
        {Object.keys(data).length > 0 && <InfoTable title={t("data")} info={data} />}
      </div>
      <PersonalData scan={scan} />
    </>
  );
}
