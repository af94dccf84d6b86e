import { expect, test } from "vitest";
import { differenceOf } from "./difference";

test.each([
  [100, 100, { way: "same" }],
  [100_001, 100_000, { way: "same" }],
  [120, 100, { way: "more", share: 0.2 }],
  [299, 100, { way: "more", share: 1.99 }],
  [60, 100, { way: "less", share: 0.4 }],
  [0, 100, { way: "less", share: 1 }],
])("%i after %i is a percentage", (now, before, expected) => {
  expect(differenceOf(now, before)).toEqual(expected);
});

test.each([
  [300, 100, 3],
  [16_003, 100, 160.03],
])("%i after %i is a factor, not a change of 15,903 %%", (now, before, factor) => {
  expect(differenceOf(now, before)).toEqual({ way: "times", factor });
});
