"use client";

import { useComputedColorScheme } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { Box } from "@/app/ui/box";
import { useRouter } from "@/app/ui/link";
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
import { mapQueries, type View } from "./queries";
import type { MapSource } from "./source";
import { Timeline } from "./timeline";
import { useCells } from "./view";

interface MapPageProps {
  /** Version of the base map. */
  version: string;
  source: MapSource;
  title: string;
  lead: string;
}

/** Scans on a map, over time and in tables; a selected part of the map lists its scans. */
export function MapPage({ version, source, title, lead }: MapPageProps) {
  const t = useTranslations("map.box");
  const router = useRouter();
  const mapState = useMapState();
  const { state, setState, days } = mapState;
  const [view, setView] = useState<View>();
  const shown = useCells(source, mapState, view);
  const listed = useRef<HTMLElement>(null);
  const isDark = useComputedColorScheme() === "dark";
  const isChosen = useRef(false);
  const queries = mapQueries(source.calls, state.country);
  const countries = useQuery({
    ...queries.countries(shown.shown),
    placeholderData: keepPreviousData,
  });
  const dayCounts = useQuery({
    ...queries.days(days),
    placeholderData: keepPreviousData,
  });
  const counted = (countries.data ?? []).filter(({ value }) => !state.country || value === state.country);

  const choose = (box: Box) => {
    isChosen.current = true;
    void setState({ box });
  };
  const list = source.isOwn ? choose : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is rendered together with the box.
  useEffect(() => {
    if (isChosen.current) listed.current?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }, [state.box]);

  return (
    <>
      <PageHeader title={title} description={lead} actions={source.isOwn && <LiveMap days={days} />} />
      <MapFilters mapState={mapState} isOwn={source.isOwn} />
      <div className={classes.card}>
        <div className={classes.stage}>
          <Picture
            version={version}
            mapState={mapState}
            shown={shown}
            countries={counted}
            onView={setView}
            onBox={list}
            onCountry={(country) => {
              router.push(source.href({ days: shown.shown, verdict: state.verdict, country }));
            }}
          />
          <MapNotice shown={shown} countries={countries} days={dayCounts} mapState={mapState} />
        </div>
        <Legend mode={state.mode} isDark={isDark} />
        <Timeline mapState={mapState} shown={shown} counts={dayCounts.data ?? []} />
      </div>
      {state.box && source.isOwn && (
        <section ref={listed} aria-label={t("title")}>
          <BoxScans box={state.box} mapState={mapState} days={shown.shown} href={source.href} />
        </section>
      )}
      <Numbers countries={counted} shown={shown} mapState={mapState} href={source.href} onBox={list} />
    </>
  );
}
