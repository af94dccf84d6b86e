import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS } from "@/server/core/time";
import { wholeMonths } from "./whole-months";

test.each([
  ["2026-01-01", "2026-01-31", { from: "2026-01-01", to: "2026-01-01" }, []],
  ["2026-01-02", "2026-01-31", undefined, [{ from: "2026-01-02", to: "2026-01-31" }]],
  ["2026-01-31", "2026-02-01", undefined, [{ from: "2026-01-31", to: "2026-02-01" }]],
  [
    "2025-11-30",
    "2026-03-01",
    { from: "2025-12-01", to: "2026-02-01" },
    [
      { from: "2025-11-30", to: "2025-11-30" },
      { from: "2026-03-01", to: "2026-03-01" },
    ],
  ],
])("the whole months from %s to %s", (from, to, months, rest) => {
  expect(wholeMonths({ from, to })).toEqual({ months, rest });
});

/** Every day of a range. */
function daysOf({ from, to }: { from: string; to: string }): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

const day = fc.integer({ min: 0, max: 3_000 }).map((n) => new Date(Date.UTC(2023, 0, 1) + n * DAY_MS));

test("months and the rest cover all days, each once", () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 800 }), (first, length) => {
      const from = first.toISOString().slice(0, 10);
      const to = new Date(first.getTime() + length * DAY_MS).toISOString().slice(0, 10);
      const { months, rest } = wholeMonths({ from, to });
      const found = rest.flatMap(daysOf);
      if (months) {
        const end = new Date(months.to);
        const last = Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1) - DAY_MS;
        found.push(...daysOf({ from: months.from, to: new Date(last).toISOString().slice(0, 10) }));
      }
      expect(found.toSorted()).toEqual(daysOf({ from, to }));
    }),
  );
});
