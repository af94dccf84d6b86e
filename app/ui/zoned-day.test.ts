import { expect, test } from "vitest";
import { dayAt, startOfDay } from "./zoned-day";

test.each([
  ["UTC", "2026-11-24", "2026-11-24T00:00:00Z"],
  ["Europe/Berlin", "2026-11-24", "2026-11-23T23:00:00Z"],
  ["Europe/Berlin", "2026-03-30", "2026-03-29T22:00:00Z"],
  ["Asia/Kathmandu", "2026-01-01", "2025-12-31T18:15:00Z"],
  ["Pacific/Auckland", "2026-01-01", "2025-12-31T11:00:00Z"],
  // Clocks skipped midnight.
  ["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z"],
])("in %s the day %s starts at %s", (zone, day, start) => {
  expect(new Date(startOfDay(zone, day)).toISOString()).toBe(start.replace("Z", ".000Z"));
  expect(dayAt(zone, startOfDay(zone, day))).toBe(day);
});

test("days are added by the calendar, also over a change of clocks", () => {
  expect(startOfDay("Europe/Berlin", "2026-03-29", 1) - startOfDay("Europe/Berlin", "2026-03-29")).toBe(
    23 * 3_600_000,
  );
  expect(dayAt("UTC", startOfDay("UTC", "2026-02-28", 1))).toBe("2026-03-01");
  expect(startOfDay("UTC", "no day")).toBeNaN();
});
