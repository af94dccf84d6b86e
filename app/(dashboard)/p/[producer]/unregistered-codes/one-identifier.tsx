"use client";

import { Drawer } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "use-intl";
import { CopyButton } from "@/app/ui/copy-button";
import { useCountryName } from "@/app/ui/country";
import { DataList } from "@/app/ui/data-list";
import { listOf } from "@/app/ui/list-query";
import { Moment } from "@/app/ui/moment";
import { systemName } from "@/app/ui/system-name";
import { useTRPC } from "@/app/ui/trpc";
import { Verdict } from "@/app/ui/verdict";
import { Register } from "./register";
import classes from "./sightings.module.css";
import type { Sighted } from "./types";

interface OneIdentifierProps {
  /** Null if the drawer is closed. */
  identifier: string | null;
  /** The row of the list. */
  known: Sighted | undefined;
  onClose: () => void;
}

function List({ identifier, known }: { identifier: string; known: Sighted | undefined }) {
  const t = useTranslations("sightings");
  const format = useFormatter();
  const countryName = useCountryName();
  const query = useInfiniteQuery(
    useTRPC().sightings.list.infiniteQueryOptions(
      { filter: { identifier: identifier.slice(0, 200) }, limit: 25 },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  );
  return (
    <>
      <div className={classes.about}>
        {known && (
          <p className={classes.summary}>
            {t("summary", {
              times: known.count,
              devices: known.devices,
              since: format.dateTime(known.firstSeen, { dateStyle: "medium" }),
            })}
          </p>
        )}
        {known && <Register identifier={identifier} isRegistered={known.isRegistered} size="sm" />}
      </div>
      <DataList
        label={t("scansOf", { identifier })}
        query={listOf(query, (page) => page.entries)}
        rowId={({ id }) => id}
        rowName={({ identifier }) => identifier}
        empty={<p className={classes.dim}>{t("noScans")}</p>}
        columns={[
          { key: "at", header: t("when"), cell: ({ timestamp }) => <Moment at={timestamp} exact /> },
          {
            key: "verdict",
            header: t("verdict"),
            width: "8rem",
            cell: ({ copyclassification }) => <Verdict of={copyclassification} />,
          },
          { key: "where", header: t("where"), cell: ({ country }) => countryName(country) },
          {
            key: "software",
            header: t("software"),
            width: "8.5rem",
            cell: ({ os, softwareversion }) => (
              <span className={classes.dim}>
                {os && systemName(os)} {softwareversion}
              </span>
            ),
          },
        ]}
      />
    </>
  );
}

/** Drawer with all sightings of one identifier. */
export function OneIdentifier({ identifier, known, onClose }: OneIdentifierProps) {
  const t = useTranslations("sightings");
  const tCommon = useTranslations("common");
  return (
    <Drawer
      opened={identifier !== null}
      onClose={onClose}
      position="right"
      size="min(46rem, 100vw)"
      title={
        <span className={classes.drawerTitle}>
          {identifier || t("blank")}
          <CopyButton value={identifier ?? ""} what={t("theIdentifier")} />
        </span>
      }
      closeButtonProps={{ "aria-label": tCommon("close") }}
    >
      {identifier !== null && <List identifier={identifier} known={known} />}
    </Drawer>
  );
}
