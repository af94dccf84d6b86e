import { expect, test } from "vitest";
import { standingOut } from "./concentrate";
import type { Fake } from "./fakes-data";

const fakes = (count: number, country: string, group: string): Fake[] =>
  Array.from({ length: count }, (_, i) => ({
    ref: `${country}${group}${i}`,
    at: 0,
    thing: "item",
    country,
    group,
  }));
const country = (value: string, scans: number, fakes: number) => ({
  facet: "country" as const,
  value,
  scans,
  fakes,
});
const group = (value: string, scans: number, fakes: number) => ({
  facet: "group" as const,
  value,
  scans,
  fakes,
});
const OF = { sample: [], before: { scans: 0, fakes: 0 }, limit: 5 };
const namesOf = (found: { facet: string; value: string }[]) => found.map(({ value }) => value);

test("a country and a group with the same fakes are one concern", () => {
  const sample = [...fakes(30, "NL", "bags"), ...fakes(2, "DE", "bags"), ...fakes(1, "DE", "shoes")];
  const segments = [
    country("NL", 75, 30),
    country("DE", 500, 3),
    group("bags", 200, 32),
    group("shoes", 375, 1),
  ];
  expect(namesOf(standingOut(segments, { scans: 575, fakes: 33 }, { ...OF, sample }))).toEqual(["NL"]);
});

test("two countries are two concerns, the one that stands out more first", () => {
  const sample = [...fakes(40, "CN", "bags"), ...fakes(20, "TR", "shoes"), ...fakes(4, "DE", "bags")];
  const segments = [country("CN", 100, 40), country("TR", 60, 20), country("DE", 4_000, 4)];
  expect(namesOf(standingOut(segments, { scans: 4_160, fakes: 64 }, { ...OF, sample }))).toEqual([
    "CN",
    "TR",
  ]);
});

test("a group whose fakes come from everywhere is the concern, and its countries are not", () => {
  const everywhere = ["AT", "BE", "CH", "DE", "FR"];
  const sample = everywhere.flatMap((one) => fakes(6, one, "watches"));
  const segments = [...everywhere.map((one) => country(one, 200, 6)), group("watches", 100, 30)];
  expect(namesOf(standingOut(segments, { scans: 1_000, fakes: 30 }, { ...OF, sample }))).toEqual(["watches"]);
});

test("fakes that are spread evenly are none", () => {
  const segments = ["AT", "BE", "CH"].map((one) => country(one, 300, 9));
  expect(standingOut(segments, { scans: 900, fakes: 27 }, OF)).toEqual([]);
});

test("no more are found than wanted", () => {
  const segments = ["AT", "BE", "CH"].map((one) => country(one, 30, 20));
  expect(standingOut(segments, { scans: 3_000, fakes: 60 }, { ...OF, limit: 2 })).toHaveLength(2);
});

test("a country whose fakes fill the sample makes the usual rate of others no concern", () => {
  const others = ["AT", "BE", "CH", "DE"].map((one) => country(one, 2_000, 100));
  const segments = [country("IT", 90_000, 88_000), ...others];
  const total = { scans: 98_000, fakes: 88_400 };
  const found = standingOut(segments, total, { ...OF, sample: fakes(2_000, "IT", "") });
  expect(namesOf(found)).toEqual(["IT"]);
});

test("the only country is compared with the weeks before, unless its rate is high", () => {
  const found = (fakes: number, before: number) =>
    standingOut(
      [country("DE", 1_000, fakes)],
      { scans: 1_000, fakes },
      { ...OF, before: { scans: 4_000, fakes: before } },
    );
  expect(found(50, 200)).toEqual([]);
  expect(namesOf(found(50, 20))).toEqual(["DE"]);
  expect(namesOf(found(900, 3_600))).toEqual(["DE"]);
});

test("a few other scans without fakes do not make a usual rate stand out", () => {
  expect(standingOut([country("DE", 10_000, 500)], { scans: 10_060, fakes: 500 }, OF)).toEqual([]);
});
