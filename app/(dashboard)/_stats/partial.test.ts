import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "@/server/core/time";
import { isPartial } from "./partial";

const NOON = Date.UTC(2026, 2, 29, 12);

test("today's bar is partial; yesterday's is not, even if a clock change made it an hour short", () => {
  const midnight = NOON - 12 * HOUR_MS;
  expect(isPartial({ unit: "day" }, { from: midnight, before: NOON + HOUR_MS }, NOON)).toBe(true);
  expect(isPartial({ unit: "day" }, { from: midnight - DAY_MS, before: midnight }, NOON)).toBe(false);
  expect(isPartial({ unit: "day" }, { from: midnight - 23 * HOUR_MS, before: midnight }, NOON)).toBe(false);
});

test("the current hour is partial, and so is a week that the range cuts off", () => {
  expect(isPartial({ unit: "hour" }, { from: NOON, before: NOON + HOUR_MS }, NOON + 1)).toBe(true);
  expect(isPartial({ unit: "hour" }, { from: NOON - HOUR_MS, before: NOON }, NOON)).toBe(false);
  expect(isPartial({ unit: "week" }, { from: 0, before: 4 * DAY_MS }, NOON)).toBe(true);
  expect(isPartial({ unit: "week" }, { from: 4 * DAY_MS, before: 11 * DAY_MS }, NOON)).toBe(false);
});
