import { expect, test } from "vitest";
import { DAY_MS } from "@/server/core/time";
import { ownRange } from "./own-range";

const ZONE = "Europe/Berlin";
const at = (moment: string) => Date.parse(moment);
const NOW = at("2026-11-22T10:20Z");
const NEXT_HOUR = at("2026-11-22T11:00Z");

const of = (from: string | null, to: string | null) => ownRange(from, to, NOW, ZONE);

test("a range without a last day includes the current hour", () => {
  expect(of("2026-11-20", null)).toEqual({ from: at("2026-11-19T23:00Z"), before: NEXT_HOUR });
  expect(of("2026-11-20", "2026-11-22")).toEqual(of("2026-11-20", null));
});

test("days in reverse order are the same range", () => {
  const days = { from: at("2026-10-31T23:00Z"), before: at("2026-11-05T23:00Z") };
  expect(of("2026-11-01", "2026-11-05")).toEqual(days);
  expect(of("2026-11-05", "2026-11-01")).toEqual(days);
});

test("a range without a first day has thirty days", () => {
  const before = at("2026-11-05T23:00Z");
  expect(of(null, "2026-11-05")).toEqual({ from: before - 30 * DAY_MS, before });
});

test("a long range keeps its last 1,100 days", () => {
  expect(of("2020-01-01", null)).toEqual({ from: NEXT_HOUR - 1_100 * DAY_MS, before: NEXT_HOUR });
});

test("a range ends now at the latest, and days that are all in the future form none", () => {
  expect(of("2026-11-20", "2027-03-01")).toEqual(of("2026-11-20", null));
  expect(of("2026-12-01", null)).toBeUndefined();
  expect(of("2026-12-01", "2026-12-24")).toBeUndefined();
});

test("without days there is no range", () => {
  expect(of(null, null)).toBeUndefined();
});
