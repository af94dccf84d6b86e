import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "@/server/core/time";
import { bucketsOf } from "./buckets";

const at = (text: string) => Date.parse(text);
const shown = (starts: number[]) => starts.map((ms) => new Date(ms).toISOString().slice(0, 16));

test("a range of at most two days has hourly buckets", () => {
  const from = at("2026-03-28T07:00Z");
  const { unit, starts } = bucketsOf({ from, before: from + 48 * HOUR_MS }, "Europe/Berlin");
  expect([unit, starts.length, starts[1]]).toEqual(["hour", 48, from + HOUR_MS]);
});

test("daily buckets begin at local midnight, also across clock changes", () => {
  const range = { from: at("2026-03-26T23:00Z"), before: at("2026-03-31T10:00Z") };
  expect(shown(bucketsOf(range, "Europe/Berlin").starts)).toEqual([
    "2026-03-26T23:00",
    "2026-03-27T23:00",
    "2026-03-28T23:00",
    "2026-03-29T22:00",
    "2026-03-30T22:00",
  ]);
  const autumn = { from: at("2026-10-24T04:00Z"), before: at("2026-10-27T04:00Z") };
  expect(shown(bucketsOf(autumn, "America/New_York").starts)).toHaveLength(3);
});

test("where local midnight is no whole UTC hour, days begin with the hour that contains it", () => {
  const range = { from: at("2026-05-01T00:00Z"), before: at("2026-05-04T00:00Z") };
  expect(shown(bucketsOf(range, "Asia/Kolkata").starts)).toEqual([
    "2026-05-01T00:00",
    "2026-05-01T18:00",
    "2026-05-02T18:00",
    "2026-05-03T18:00",
  ]);
});

test.each([
  "UTC",
  "Asia/Kathmandu",
  "Asia/Beirut",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "America/Santiago",
])("%s: the days of a quarter cover it without gaps, in whole hours", (zone) => {
  for (const day of ["2011-11-02", "2025-02-03", "2025-08-04"]) {
    const from = at(`${day}T00:00Z`);
    const { starts } = bucketsOf({ from, before: from + 90 * DAY_MS }, zone);
    expect(starts[0]).toBe(from);
    for (const [i, start] of starts.entries()) {
      const length = (starts[i + 1] ?? from + 90 * DAY_MS) - start;
      expect(start % HOUR_MS).toBe(0);
      expect(length).toBeGreaterThan(0);
      expect(length).toBeLessThanOrEqual(26 * HOUR_MS);
    }
  }
});

test("a range of more than three months has weekly buckets that begin on UTC Mondays", () => {
  const range = { from: at("2026-01-01T00:00Z"), before: at("2026-06-01T00:00Z") };
  const { unit, starts } = bucketsOf(range, "Asia/Tokyo");
  expect(unit).toBe("week");
  expect(shown(starts).slice(0, 2)).toEqual(["2026-01-01T00:00", "2026-01-05T00:00"]);
  for (const start of starts.slice(1)) expect(new Date(start).getUTCDay()).toBe(1);
});
