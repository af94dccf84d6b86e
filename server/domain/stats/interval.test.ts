import { expect, test } from "vitest";
import { shareOf } from "./interval";

// Holds decision 0028.

test.each([
  // Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
  // All cases: the mirror image of no cases.
  [20, 20, 0.8389, 1],
])("%d of %d: the interval is from %d to %d, as published", (hits, cases, low, high) => {
  const share = shareOf(hits, cases);
  expect(share?.rate).toBe(hits / cases);
  expect(share?.low).toBeCloseTo(low, 4);
  expect(share?.high).toBeCloseTo(high, 4);
});

test("no cases yield no rate", () => {
  expect(shareOf(0, 0)).toBeUndefined();
});

test("more cases narrow the interval, and 1 of 2 has a lower bound below that of 200 of 1,000", () => {
  const width = (cases: number) => {
    const { low = 0, high = 0 } = shareOf(cases / 2, cases) ?? {};
    return high - low;
  };
  expect([10, 100, 1_000, 10_000].map(width)).toEqual(
    [10, 100, 1_000, 10_000].map(width).toSorted().reverse(),
  );
  expect(shareOf(1, 2)?.low).toBeLessThan(shareOf(200, 1_000)?.low ?? 0);
});
