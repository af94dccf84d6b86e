import type { ExpressionSpecification, FillLayerSpecification, LineLayerSpecification } from "maplibre-gl";
import { ENOUGH_SCANS } from "@/server/core/enough-scans";
import { colourOfStep, FILL_OPACITY, type Ground, outlineOfStep } from "./colours";
import { allOf, type Counts, fakeRate, stepOf } from "./counts";
import type { CountryCounts } from "./map-props";

const INVISIBLE = "rgba(0, 0, 0, 0)";

/** Fake-rate step of a country; undefined below the minimum number of scans. */
export const stepOfCountry = (counts: Counts): number | undefined =>
  allOf(counts) < ENOUGH_SCANS ? undefined : stepOf(fakeRate(counts));

/** Map expression with a value for each listed country, and `other` for all other countries. */
function byCode<Value extends string | number>(
  countries: CountryCounts[],
  valueFor: (step: number | undefined) => Value,
  other: Value,
): ExpressionSpecification | Value {
  const [first, ...others] = countries.map((counts): [string, Value] => [
    counts.value,
    valueFor(stepOfCountry(counts)),
  ]);
  return first ? ["match", ["get", "code"], ...first, ...others.flat(), other] : other;
}

interface CountryPaint {
  fill: NonNullable<FillLayerSpecification["paint"]>;
  outline: NonNullable<LineLayerSpecification["paint"]>;
}

/** Fill and outline of countries by fake rate. */
export const countryPaint = (countries: CountryCounts[], ground: Ground): CountryPaint => ({
  fill: {
    "fill-color": byCode(
      countries,
      (step) => (step === undefined ? ground.noRate : colourOfStep(step)),
      INVISIBLE,
    ),
    "fill-opacity": FILL_OPACITY,
    "fill-outline-color": ground.border,
  },
  outline: {
    "line-color": ground.outline,
    "line-width": byCode(countries, outlineOfStep, 0),
  },
});
