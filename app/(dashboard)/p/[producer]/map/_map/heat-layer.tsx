"use client";

import { Layer, Source } from "@vis.gl/react-maplibre";
import type { FeatureCollection, Point } from "geojson";
import type { ExpressionSpecification } from "maplibre-gl";
import { useMemo } from "react";
import type { VerdictName } from "@/app/ui/verdict";
import type { Ground } from "./colours";
import { wantedOf } from "./counts";
import type { PictureCells } from "./map-props";
import { FIRST_NAMES } from "./map-style";
import { TILE } from "./mercator";

/** Colour ramp: transparent without scans, then from few to many. */
const rampOf = ([faint, low, middle, high, most]: Ground["heat"]): ExpressionSpecification => [
  "interpolate",
  ["linear"],
  ["heatmap-density"],
  0,
  `${faint}00`,
  0.1,
  faint,
  0.3,
  low,
  0.55,
  middle,
  0.8,
  high,
  1,
  most,
];
const MIN_RADIUS_PIXELS = 16;
const MAX_RADIUS_PIXELS = 64;

function points({ cells }: PictureCells, verdict: VerdictName | null): FeatureCollection<Point> {
  const wanted = cells.map((cell) => wantedOf(cell, verdict));
  const largest = Math.log1p(Math.max(1, ...wanted));
  return {
    type: "FeatureCollection",
    features: cells.flatMap(({ longitude, latitude }, i) => {
      const weight = Math.log1p(wanted[i] ?? 0) / largest;
      if (weight === 0) return [];
      return [
        {
          type: "Feature",
          properties: { weight },
          geometry: { type: "Point", coordinates: [longitude, latitude] },
        },
      ];
    }),
  };
}

interface HeatLayerProps {
  shown: PictureCells;
  verdict: VerdictName | null;
  ground: Ground;
}

/** Density of scans, optionally of one verdict. */
export function HeatLayer({ shown, verdict, ground: { heat } }: HeatLayerProps) {
  const data = useMemo(() => points(shown, verdict), [shown, verdict]);
  const cellPixels = (TILE * 2 ** shown.zoom) / 2 ** shown.level;
  return (
    <Source id="heat" type="geojson" data={data}>
      <Layer
        id="heat"
        type="heatmap"
        beforeId={FIRST_NAMES}
        paint={{
          "heatmap-weight": ["get", "weight"],
          "heatmap-intensity": 0.9,
          "heatmap-radius": Math.max(MIN_RADIUS_PIXELS, Math.min(MAX_RADIUS_PIXELS, cellPixels * 1.6)),
          "heatmap-opacity": 0.8,
          "heatmap-color": rampOf(heat),
        }}
      />
    </Source>
  );
}
