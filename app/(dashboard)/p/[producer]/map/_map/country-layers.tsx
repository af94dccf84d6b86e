"use client";

import { Layer } from "@vis.gl/react-maplibre";
import type { ExpressionSpecification } from "maplibre-gl";
import { useMemo } from "react";
import { colourOfStep, type Ground } from "./colours";
import { allOf, fakeRate, MIN_SCANS, stepOf } from "./counts";
import type { CountryCounts } from "./map-props";
import { FIRST_WATER } from "./map-style";

function colours(countries: CountryCounts[], { noRate }: Ground): ExpressionSpecification | string {
  const pairs = countries.map(({ value, ...counts }): [string, string] => [
    value,
    allOf(counts) < MIN_SCANS ? noRate : colourOfStep(stepOf(fakeRate(counts))),
  ]);
  const [first, ...others] = pairs;
  if (!first) return "rgba(0, 0, 0, 0)";
  return ["match", ["get", "code"], ...first, ...others.flat(), "rgba(0, 0, 0, 0)"];
}

/** Countries in the colour of their fake rate. */
export function CountryLayers({ countries, ground }: { countries: CountryCounts[]; ground: Ground }) {
  const fill = useMemo(() => colours(countries, ground), [countries, ground]);
  return (
    <Layer
      id="countries"
      type="fill"
      source="base"
      source-layer="countries"
      beforeId={FIRST_WATER}
      paint={{ "fill-color": fill, "fill-opacity": 0.82, "fill-outline-color": ground.border }}
    />
  );
}
