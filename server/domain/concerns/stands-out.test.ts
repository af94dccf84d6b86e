import { expect, test } from "vitest";
import { lowerBound, strengthOf, usualRate } from "./stands-out";

test("the lower bound of a rate is that of Wilson's 95 % interval", () => {
  expect(lowerBound({ scans: 75, fakes: 19 })).toBeCloseTo(0.1685, 3);
  expect(lowerBound({ scans: 10, fakes: 10 })).toBeCloseTo(0.7225, 3);
  expect(lowerBound({ scans: 0, fakes: 0 })).toBe(0);
});

test.each([
  ["many fakes of many scans", { scans: 75, fakes: 19 }, 0.01, 61.41],
  ["a rate that is usual", { scans: 1_000, fakes: 12 }, 0.01, 0],
  ["a rate that is proven, but not twice the usual one", { scans: 100_000, fakes: 1_500 }, 0.01, 0],
  ["two fakes", { scans: 2, fakes: 2 }, 0.01, 0],
  ["three fakes of a few scans", { scans: 4, fakes: 3 }, 0.01, 12.95],
  ["three fakes of many scans", { scans: 150, fakes: 3 }, 0.01, 0],
  ["fakes where fakes are usual", { scans: 20, fakes: 8 }, 0.3, 0],
])("%s: how much they stand out", (_name, of, usual, expected) => {
  expect(strengthOf(of, usual)).toBeCloseTo(expected);
});

test("the usual rate is that of the other scans, at least 1 %, and unknown from fewer than 50", () => {
  expect(usualRate({ scans: 1_000, fakes: 40 })).toBe(0.04);
  expect(usualRate({ scans: 1_000, fakes: 0 })).toBe(0.01);
  expect(usualRate({ scans: 49, fakes: 40 })).toBe(0.01);
});
