import { describe, expect, test } from "vitest";
import { confused, contrast } from "@/server/testing/colour-vision";
import { DARK, FILL_OPACITY, LIGHT, RATE_COLOURS, RATE_OUTLINES } from "./colours";
import { countryPaint, stepOfCountry } from "./country-style";
import { NO_COUNTS } from "./counts";

const AT_A_GLANCE = 12;

/** A country with 1,000 scans, `fake` of them fakes. */
const country = (value: string, fake: number) => ({ ...NO_COUNTS, value, original: 1_000 - fake, fake });
const BY_STEP = [
  country("DE", 0),
  country("FR", 10),
  country("PL", 30),
  country("CN", 80),
  country("TR", 200),
];
const FEW = { ...NO_COUNTS, value: "VA", fake: 19 };

/** Colour that results from drawing a country's fill over a ground. */
const over = (colour: string, ground: string) =>
  `#${[1, 3, 5]
    .map((at) => {
      const part = (of: string) => Number.parseInt(of.slice(at, at + 2), 16);
      const mixed = Math.round(part(colour) * FILL_OPACITY + part(ground) * (1 - FILL_OPACITY));
      return mixed.toString(16).padStart(2, "0");
    })
    .join("")}`;

test("the fixtures have one country for each step and one with too few scans for a rate", () => {
  expect(BY_STEP.map(stepOfCountry)).toEqual(RATE_COLOURS.map((_, step) => step));
  expect(stepOfCountry(FEW)).toBeUndefined();
});

describe.each([
  ["light", LIGHT],
  ["dark", DARK],
] as const)("on the %s ground", (_, ground) => {
  const { fill, outline } = countryPaint([...BY_STEP, FEW], ground);

  test("countries have the colours of their steps", () => {
    const pairs = [...BY_STEP, FEW].flatMap(({ value }, i) => [value, RATE_COLOURS[i] ?? ground.noRate]);
    expect(fill["fill-color"]).toEqual(["match", ["get", "code"], ...pairs, "rgba(0, 0, 0, 0)"]);
  });

  test("drawn over land, steps differ for red-green blindness too, also from countries without a rate", () => {
    const drawn = RATE_COLOURS.map((colour) => over(colour, ground.land));
    expect(confused(drawn, AT_A_GLANCE)).toEqual([]);
    for (const plain of [over(ground.noRate, ground.land), ground.land])
      expect(drawn.flatMap((colour) => confused([colour, plain], AT_A_GLANCE))).toEqual([]);
  });

  test("high rates show without colour: the two highest steps have an outline, the highest the widest", () => {
    expect(outline["line-width"]).toEqual([
      "match",
      ["get", "code"],
      ...["DE", 0, "FR", 0, "PL", 0, "CN", RATE_OUTLINES[3], "TR", RATE_OUTLINES[4], "VA", 0],
      0,
    ]);
    expect(RATE_OUTLINES[4] / RATE_OUTLINES[3]).toBeGreaterThanOrEqual(1.5);
    expect(RATE_OUTLINES[3]).toBeGreaterThan(0);
    for (const around of [ground.land, ground.sea])
      expect(contrast(ground.outline, around)).toBeGreaterThanOrEqual(4.5);
  });
});

test("without countries nothing is painted", () => {
  const { fill, outline } = countryPaint([], LIGHT);
  expect([fill["fill-color"], outline["line-width"]]).toEqual(["rgba(0, 0, 0, 0)", 0]);
});
