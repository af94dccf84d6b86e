import { expect, test } from "vitest";
import { assess } from "./assess";
import { GOLDEN } from "./golden";
import type { GoldenCase } from "./golden-case";

// Holds decision 0026.

const opinionsOf = ({ scans, item }: GoldenCase) =>
  scans.map((scan, n) => assess(scan, scans.slice(0, n), item));

test.each(GOLDEN)("$name", (one) => {
  const reasons = opinionsOf(one).map((opinion) => opinion?.reasons ?? []);
  expect(reasons).toEqual(one.scans.map((_, n) => one.raised[n] ?? []));
});

const lastOf = (name: string) => {
  const found = GOLDEN.find((one) => one.name.startsWith(name));
  return found && opinionsOf(found).findLast((opinion) => opinion !== undefined);
};

test("each finding has its evidence", () => {
  expect(lastOf("Berlin, and Naples")?.evidence).toEqual({
    impossible_travel: { scan: "scan-0", km: 1299, hours: 0.5, kmh: 2598 },
  });
  expect(lastOf("two countries at the same")?.evidence.impossible_travel).toMatchObject({
    hours: 0,
    kmh: null,
  });
  expect(lastOf("a copied code: 40")?.evidence).toEqual({
    many_devices: { devices: 40, countries: 5, hours: 24 },
  });
  expect(lastOf("outside its markets")?.evidence).toEqual({
    outside_market: { country: "JP", markets: ["DE", "AT"], byAddress: true },
  });
  expect(lastOf("the same, with")?.evidence.contradicts_client).toEqual({ reasons: ["impossible_travel"] });
});

test("stronger findings raise the score; the scanner's verdict does not affect it", () => {
  const score = (name: string) => lastOf(name)?.score ?? 0;
  const rising = [
    "outside its",
    "a machine that",
    "Berlin, and Naples",
    "two countries at the same",
    "a copied code on 12",
  ];
  expect(rising.map(score)).toEqual(rising.map(score).toSorted((a, b) => a - b));
  expect(new Set(rising.map(score)).size).toBe(rising.length);
  expect(score("the same, with")).toBe(score("Berlin, and Naples"));
  for (const one of GOLDEN)
    for (const opinion of opinionsOf(one)) expect(opinion?.score ?? 50).toBeLessThanOrEqual(100);
});
