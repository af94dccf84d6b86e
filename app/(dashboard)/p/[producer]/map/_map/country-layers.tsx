"use client";

import { Layer } from "@vis.gl/react-maplibre";
import { useMemo } from "react";
import type { Ground } from "./colours";
import { countryPaint } from "./country-style";
import type { CountryCounts } from "./map-props";
import { FIRST_NAMES, FIRST_WATER } from "./map-style";

const COUNTRIES = { source: "base", "source-layer": "countries" } as const;

/** Countries coloured by fake rate; a high rate adds an outline. */
export function CountryLayers({ countries, ground }: { countries: CountryCounts[]; ground: Ground }) {
  const paint = useMemo(() => countryPaint(countries, ground), [countries, ground]);
  return (
    <>
      <Layer {...COUNTRIES} id="countries" type="fill" beforeId={FIRST_WATER} paint={paint.fill} />
      <Layer
        {...COUNTRIES}
        id="country-outlines"
        type="line"
        beforeId={FIRST_NAMES}
        layout={{ "line-join": "round" }}
        paint={paint.outline}
      />
    </>
  );
}
