import { expect, test } from "vitest";
import { isTimeZone, quietUntil } from "./quiet-hours";

// Holds decision 0081.

const nights = { from: "22:00", to: "06:30", timeZone: "Europe/Berlin", days: [1, 2, 3, 4, 5] };
const until = (quiet: typeof nights, at: string) => {
  const end = quietUntil(quiet, Date.parse(at));
  return end === undefined ? undefined : new Date(end).toISOString();
};

test.each([
  // Monday, 4 May 2026: Berlin is two hours ahead.
  ["before they begin", nights, "2026-05-04T19:59:59Z", undefined],
  ["when they begin", nights, "2026-05-04T20:00:00Z", "2026-05-05T04:30:00.000Z"],
  ["past midnight", nights, "2026-05-05T01:00:30Z", "2026-05-05T04:30:00.000Z"],
  ["when they end", nights, "2026-05-05T04:30:00Z", undefined],
  ["on Saturday morning, from Friday", nights, "2026-05-09T01:00:00Z", "2026-05-09T04:30:00.000Z"],
  ["on Saturday evening", nights, "2026-05-09T21:00:00Z", undefined],
  ["on Monday before dawn", nights, "2026-05-11T01:00:00Z", undefined],
  ["at noon", { ...nights, from: "12:00", to: "13:00" }, "2026-05-04T10:15:00Z", "2026-05-04T11:00:00.000Z"],
  ["in a night with 25 hours", { ...nights, days: [6] }, "2026-10-24T20:00:00Z", "2026-10-25T05:30:00.000Z"],
  ["in a night with 23 hours", { ...nights, days: [6] }, "2026-03-28T21:00:00Z", "2026-03-29T04:30:00.000Z"],
])("the end of quiet hours %s", (_, quiet, at, end) => {
  expect(until(quiet, at)).toBe(end);
});

test("no quiet hours never end, and unknown time zones are known as such", () => {
  expect(quietUntil(null, 0)).toBeUndefined();
  expect([isTimeZone("Europe/Berlin"), isTimeZone("Mars/Olympus"), isTimeZone("")]).toEqual([
    true,
    false,
    false,
  ]);
});
