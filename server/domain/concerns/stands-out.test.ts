import { expect, test } from "vitest";
import { intervalOf, strengthOf, usualBeside, usualOf } from "./stands-out";

test("the interval of a rate is Wilson's with 95 %", () => {
  expect(intervalOf({ scans: 75, fakes: 19 })[0]).toBeCloseTo(0.1685, 3);
  expect(intervalOf({ scans: 10, fakes: 10 })[0]).toBeCloseTo(0.7225, 3);
  expect(intervalOf({ scans: 60, fakes: 0 })[1]).toBeCloseTo(0.0602, 3);
  expect(intervalOf({ scans: 0, fakes: 0 })).toEqual([0, 1]);
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
  expect(strengthOf(of, { rate: usual, upper: usual })).toBeCloseTo(expected);
});

test("fakes may be usual where the other scans are too few to tell", () => {
  expect(strengthOf({ scans: 1_000, fakes: 50 }, { rate: 0.01, upper: 0.06 })).toBe(0);
});

const NONE = { scans: 0, fakes: 0 };

test("the usual rate is that of the other scans, at least 1 %, and unknown from fewer than 50", () => {
  expect(usualOf({ scans: 1_000, fakes: 40 }).rate).toBe(0.04);
  expect(usualOf({ scans: 1_000, fakes: 0 }).rate).toBe(0.01);
  expect(usualOf({ scans: 49, fakes: 40 })).toEqual({ rate: 0.01, upper: 0.01 });
});

test("the weeks before are compared where other scans are few, and make at most 10 % usual", () => {
  const others = { scans: 1_000, fakes: 40 };
  expect(usualBeside(others, { scans: 1_000, fakes: 80 }).rate).toBe(0.04);
  expect(usualBeside(NONE, { scans: 1_000, fakes: 80 }).rate).toBe(0.08);
  expect(usualBeside(NONE, { scans: 1_000, fakes: 800 })).toEqual({ rate: 0.1, upper: 0.1 });
  expect(usualBeside(NONE, NONE).rate).toBe(0.01);
});
