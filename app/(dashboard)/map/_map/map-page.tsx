"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { PageHeader } from "@/app/ui/page-header";
import { BoxScans } from "./box-scans";
import { MapFilters } from "./filters";
import { Legend } from "./legend";
import { LiveMap } from "./live-map";
import classes from "./map.module.css";
import { MapNotice } from "./map-notice";
import { useMapState } from "./map-state";
import { Numbers } from "./numbers";
import { Picture } from "./picture";
import { scansHref } from "./scans-href";
import type { MapSource } from "./source";
import { Timeline } from "./timeline";
import { useCells, type View } from "./view";

interface MapPageProps {
  /** Of the base map. */
  version: string;
  source: MapSource;
}

/** Where scans were made: on a map, in time, in numbers, and one by one where a part of the map is chosen. */
export function MapPage({ version, source }: MapPageProps) {
  const t = useTranslations("map");
  const router = useRouter();
  const mapState = useMapState();
  const { state, setState, days } = mapState;
  const [view, setView] = useState<View>();
  const shown = useCells(source, mapState, view);
  const listed = useRef<HTMLElement>(null);
  const narrowed = state.country ? { country: state.country } : {};
  const countries = useQuery({
    ...source.calls.countries.queryOptions({ days: shown.shown }),
    placeholderData: keepPreviousData,
  });
  const dayCounts = useQuery({
    ...source.calls.days.queryOptions({ days, ...narrowed }),
    placeholderData: keepPreviousData,
  });
  const counted = (countries.data ?? []).filter(({ country }) => !state.country || country === state.country);

  const list = (box: typeof state.box) => {
    void setState({ box });
    listed.current?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  };

  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("lead")}
        actions={source.isOwn && <LiveMap days={days} />}
      />
      <MapFilters mapState={mapState} />
      <section className={classes.card} aria-label={t("label")}>
        <div className={classes.stage}>
          <Picture
            version={version}
            mapState={mapState}
            shown={shown}
            countries={counted}
            onView={setView}
            onBox={list}
            onCluster={({ box }) => list(box)}
            onCountry={(country) => {
              if (source.isOwn)
                router.push(scansHref({ days: shown.shown, verdict: state.verdict, country }));
            }}
          />
          <MapNotice shown={shown} countries={countries} days={dayCounts} mapState={mapState} />
          <Legend mode={state.mode} />
        </div>
        <Timeline mapState={mapState} shown={shown} counts={dayCounts.data ?? []} />
      </section>
      <section ref={listed} aria-label={t("box.title")}>
        {state.box && source.isOwn && <BoxScans box={state.box} mapState={mapState} days={shown.shown} />}
      </section>
      <Numbers countries={counted} shown={shown} mapState={mapState} isOwn={source.isOwn} onBox={list} />
    </>
  );
}
