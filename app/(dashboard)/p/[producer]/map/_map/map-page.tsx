"use client";

import { useComputedColorScheme } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import type { Box } from "@/app/ui/box";
import { useRouter } from "@/app/ui/link";
import { PageHeader } from "@/app/ui/page-header";
import { MAX_NEWEST_SCANS } from "@/server/core/max-newest-scans";
import { AreaCard } from "./area-card";
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

/** States that the map does not have all scans of a group. */
function CountedFrom({ at }: { at: number | null }) {
  const t = useTranslations("map");
  const format = useFormatter();
  if (at === null) return null;
  return (
    <p className={classes.partial} role="status">
      {t("newestOfGroup", { max: MAX_NEWEST_SCANS, from: format.dateTime(at, { dateStyle: "medium" }) })}
    </p>
  );
}

/** Scans on a map, over time and in tables; a selected part of the map lists its scans. */
export function MapPage({ version, source, title, lead }: MapPageProps) {
  const router = useRouter();
  const mapState = useMapState();
  const { state, setState, days } = mapState;
  const [view, setView] = useState<View>();
  const shown = useCells(source, mapState, view);
  const card = useRef<HTMLElement>(null);
  const isDark = useComputedColorScheme() === "dark";
  const isChosen = useRef(false);
  const queries = mapQueries(source.calls, state);
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the card is rendered together with the box.
  useEffect(() => {
    if (!isChosen.current) return;
    card.current?.focus({ preventScroll: true });
    card.current?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }, [state.box]);

  return (
    <>
      <PageHeader title={title} description={lead} actions={source.isOwn && <LiveMap days={days} />} />
      <MapFilters mapState={mapState} isOwn={source.isOwn} />
      <CountedFrom at={shown.countedFrom} />
      <div className={classes.card}>
        <div className={classes.stage}>
          <Picture
            version={version}
            mapState={mapState}
            shown={shown}
            countries={counted}
            onView={setView}
            onBox={choose}
            onCountry={(country) => {
              router.push(
                source.href({ days: shown.shown, verdict: state.verdict, group: state.group, country }),
              );
            }}
          />
          <MapNotice shown={shown} countries={countries} days={dayCounts} mapState={mapState} />
        </div>
        <Legend mode={state.mode} isDark={isDark} />
        <Timeline mapState={mapState} shown={shown} counts={dayCounts.data ?? []} />
      </div>
      {state.box && (
        <AreaCard ref={card} box={state.box} mapState={mapState} days={shown.shown} source={source} />
      )}
      {state.box && source.isOwn && <BoxScans box={state.box} mapState={mapState} days={shown.shown} />}
      <Numbers countries={counted} shown={shown} mapState={mapState} href={source.href} onBox={choose} />
    </>
  );
}
