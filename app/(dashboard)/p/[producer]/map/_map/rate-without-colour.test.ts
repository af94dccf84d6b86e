import { expect, test } from "vitest";
import { arc } from "./cluster-mark";
import { countryNames } from "./country-names";

// Outlines of countries: `country-style.test.ts`.

test("a mark shows its fake rate as the filled part of its ring", () => {
  const radius = 10;
  const filled = [0, 0.08, 0.2, 1].map((rate) => {
    const [part = Number.NaN, whole = Number.NaN] = arc(rate, radius).strokeDasharray.split(" ").map(Number);
    expect(whole).toBeCloseTo(2 * Math.PI * radius);
    return part / whole;
  });
  expect(filled).toEqual([0, 0.08, 0.2, 1].map((rate) => expect.closeTo(rate)));
});

test("a country's name has its fake rate below it", () => {
  const labels: [string, number, number, number][] = [
    ["DE", 10, 51, 0.02],
    ["VA", 12.45, 41.9, 0.00001],
  ];
  const rates = new Map([["DE", "12.5%"]]);
  const { features } = countryNames(
    labels,
    (code) => code,
    (code) => rates.get(code),
  );
  expect(features.map(({ properties }) => properties?.text)).toEqual(["DE\n12.5%", "VA"]);
});
