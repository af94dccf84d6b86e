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
const namesOf = (found: { facet: string; value: string }[]) => found.map(({ value }) => value);

test("a country and a group with the same fakes are one concern", () => {
  const sample = [...fakes(30, "NL", "bags"), ...fakes(2, "DE", "bags"), ...fakes(1, "DE", "shoes")];
  const segments = [
    country("NL", 75, 30),
    country("DE", 500, 3),
    group("bags", 200, 32),
    group("shoes", 375, 1),
  ];
  expect(namesOf(standingOut(segments, { scans: 575, fakes: 33 }, sample, 5))).toEqual(["NL"]);
});

test("two countries are two concerns, the one that stands out more first", () => {
  const sample = [...fakes(40, "CN", "bags"), ...fakes(20, "TR", "shoes"), ...fakes(4, "DE", "bags")];
  const segments = [country("CN", 100, 40), country("TR", 60, 20), country("DE", 4_000, 4)];
  expect(namesOf(standingOut(segments, { scans: 4_160, fakes: 64 }, sample, 5))).toEqual(["CN", "TR"]);
});

test("a group whose fakes come from everywhere is the concern, and its countries are not", () => {
  const everywhere = ["AT", "BE", "CH", "DE", "FR"];
  const sample = everywhere.flatMap((one) => fakes(6, one, "watches"));
  const segments = [...everywhere.map((one) => country(one, 200, 6)), group("watches", 100, 30)];
  expect(namesOf(standingOut(segments, { scans: 1_000, fakes: 30 }, sample, 5))).toEqual(["watches"]);
});

test("fakes that are spread evenly are none", () => {
  const segments = ["AT", "BE", "CH"].map((one) => country(one, 300, 9));
  expect(standingOut(segments, { scans: 900, fakes: 27 }, [], 5)).toEqual([]);
});

test("no more are found than wanted", () => {
  const segments = ["AT", "BE", "CH"].map((one) => country(one, 30, 20));
  expect(standingOut(segments, { scans: 3_000, fakes: 60 }, [], 2)).toHaveLength(2);
});
