"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { useTRPC } from "@/app/ui/trpc";
import { clustersOf } from "../../map/_map/clusters";
import mapClasses from "../../map/_map/map.module.css";
import { Picture } from "../../map/_map/picture";
import type { View } from "../../map/_map/queries";
import { caseQueries } from "../queries";
import classes from "./case-page.module.css";
import { viewAround } from "./view-around";

const noop = () => {};

/** The places of a case's scans and unregistered codes. */
export function CaseMap({ id, version }: { id: string; version: string }) {
  const t = useTranslations("cases.map");
  const { data } = useQuery(caseQueries(useTRPC(), id).places);
  const [view, setView] = useState<View>();
  const start = useMemo(() => viewAround(data?.cells ?? []), [data]);
  const zoom = Math.floor(view?.zoom ?? start.z);
  const clusters = useMemo(() => (data ? clustersOf(data.cells, data.level, zoom, null) : []), [data, zoom]);
  if (!data) return null;
  return (
    <section aria-label={t("title")}>
      <h2 className={classes.title}>{t("title")}</h2>
      {data.cells.length === 0 ? (
        <p className={classes.dim}>{t("none")}</p>
      ) : (
        <div className={`${mapClasses.card} ${classes.map}`}>
          <Picture
            // Another extent needs another first view.
            key={`${start.lat} ${start.lng} ${start.z}`}
            version={version}
            mapState={{ state: { mode: "clusters", verdict: null, box: null, ...start }, setState: noop }}
            shown={{ clusters, cells: data.cells, level: data.level, zoom }}
            countries={[]}
            onView={setView}
            onBox={undefined}
            onCountry={noop}
          />
        </div>
      )}
    </section>
  );
}
