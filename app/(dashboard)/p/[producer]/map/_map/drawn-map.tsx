"use client";

import { useQuery } from "@tanstack/react-query";
import { geoNaturalEarth1, geoPath } from "d3-geo";
import type { FeatureCollection, Geometry, MultiLineString } from "geojson";
import { useMemo } from "react";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { useTranslations } from "use-intl";
import type { Box } from "@/app/ui/box";
import { LoadFailed } from "@/app/ui/load-failed";
import { arc, useClusterText } from "./cluster-mark";
import { type Cluster, markSize } from "./clusters";
import { colourOfStep, DARK, inkOfStep, LIGHT, outlineOfStep } from "./colours";
import { stepOfCountry } from "./country-style";
import { fakeRate, stepOf } from "./counts";
import type { WorldMapProps } from "./map-props";
import classes from "./marks.module.css";
import { useShortNumber } from "./rate";

const SIZE = { width: 1000, height: 520 };
/** Marks are scaled down like the drawing, which shows a wide map in less space. */
const MARK_SCALE = 0.8;

type World = Topology<{ countries: GeometryCollection<{ name: string; code?: string }> }>;

/** Country outlines at a coarse resolution. */
function useWorld(version: string) {
  return useQuery({
    queryKey: ["world-110m", version],
    queryFn: async ({ signal }): Promise<FeatureCollection<Geometry, { code?: string }>> => {
      const world: World = await (await fetch(`/map/world-110m.json?v=${version}`, { signal })).json();
      return feature(world, world.objects.countries);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Longest part of the outline of a box, in degrees: the drawing bends straight lines of the map. */
const MAX_PART = 2;

/** The outline of a box along its parallels and meridians. */
function outlineOfBox({ west, south, east, north }: Box): MultiLineString {
  const right = west <= east ? east : east + 360;
  const along = (from: number, to: number, placeAt: (at: number) => [number, number]) => {
    const parts = Math.max(1, Math.ceil((to - from) / MAX_PART));
    return Array.from({ length: parts + 1 }, (_, i) => placeAt(from + ((to - from) * i) / parts));
  };
  return {
    type: "MultiLineString",
    coordinates: [
      ...[south, north].map((latitude) => along(west, right, (longitude) => [longitude, latitude])),
      ...[west, right].map((longitude) => along(south, north, (latitude) => [longitude, latitude])),
    ],
  };
}

/** The whole world as SVG, for browsers without WebGL, with the same marks and colours. */
export default function DrawnMap({ version, isDark, mapState, shown, countries, onBox }: WorldMapProps) {
  const t = useTranslations("map");
  const world = useWorld(version);
  const ground = isDark ? DARK : LIGHT;
  const projection = useMemo(
    () =>
      geoNaturalEarth1().fitExtent(
        [
          [6, 6],
          [SIZE.width - 6, SIZE.height - 6],
        ],
        { type: "Sphere" },
      ),
    [],
  );
  const path = useMemo(() => geoPath(projection).digits(1), [projection]);
  const isByCountry = mapState.state.mode === "countries";
  const steps = new Map(countries.map((counts) => [counts.value, stepOfCountry(counts)]));
  const lookOf = (code: string | undefined) => {
    if (code === undefined || !isByCountry || !steps.has(code)) return { fill: ground.land };
    const step = steps.get(code);
    const width = outlineOfStep(step);
    return {
      fill: step === undefined ? ground.noRate : colourOfStep(step),
      ...(width > 0 && { stroke: ground.outline, strokeWidth: width * MARK_SCALE }),
    };
  };
  const outlineOf = ({ properties }: { properties: { code?: string } }) =>
    isByCountry ? outlineOfStep(steps.get(properties.code ?? "")) : 0;
  // Outlined countries are drawn last, so that neighbours do not cover their outlines.
  const features = world.data?.features.toSorted((a, b) => outlineOf(a) - outlineOf(b));
  if (world.isError) return <LoadFailed error={world.error} onRetry={() => void world.refetch()} />;
  return (
    <div className={classes.drawn}>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing is not a set of form fields. */}
      <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} role="group" aria-label={t("drawn")}>
        <path d={path({ type: "Sphere" }) ?? ""} fill={ground.sea} />
        {features?.map(({ properties, geometry }, i) => (
          <path
            key={properties.code ?? `part-${i}`}
            d={path(geometry) ?? ""}
            stroke={ground.border}
            strokeWidth={0.6}
            {...lookOf(properties.code)}
          />
        ))}
        {mapState.state.box && (
          <path
            d={path(outlineOfBox(mapState.state.box)) ?? ""}
            fill="none"
            stroke={ground.selection}
            strokeWidth={1.6}
            strokeDasharray="5 3"
          />
        )}
        {!isByCountry &&
          shown.clusters.map((cluster) => {
            const [x, y] = projection([cluster.longitude, cluster.latitude]) ?? [0, 0];
            return (
              <DrawnMark key={cluster.id} cluster={cluster} x={x} y={y} onOpen={() => onBox?.(cluster.box)} />
            );
          })}
      </svg>
    </div>
  );
}

function DrawnMark({
  cluster,
  x,
  y,
  onOpen,
}: {
  cluster: Cluster;
  x: number;
  y: number;
  onOpen: () => void;
}) {
  const short = useShortNumber();
  const text = useClusterText()(cluster);
  const rate = fakeRate(cluster.counts);
  const radius = (markSize(cluster.wanted) / 2) * MARK_SCALE;
  const step = stepOf(rate);
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no button element.
    <g
      role="button"
      tabIndex={0}
      aria-label={text}
      className={classes.drawnMark}
      transform={`translate(${x} ${y})`}
      onClick={onOpen}
      onKeyDown={({ key }) => (key === "Enter" || key === " ") && onOpen()}
    >
      <circle r={radius + 1.5} className={classes.ringGround} />
      <circle r={radius} fill={colourOfStep(step)} />
      <circle className={classes.ringFakes} transform="rotate(-90)" {...arc(rate, radius)} />
      <text fill={inkOfStep(step)} dy="0.35em" textAnchor="middle" fontSize={11}>
        {short(cluster.wanted)}
      </text>
    </g>
  );
}
