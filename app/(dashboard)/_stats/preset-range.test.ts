import { expect, test } from "vitest";
import { HOUR_MS } from "@/server/core/time";
import { ConcernSpan } from "@/server/domain/concerns/schema";
import { presetRange } from "./preset-range";

test.each([
  // Clocks go back on 2026-04-05 by an hour, in a zone of half hours.
  ["Australia/Adelaide", "2026-04-01T00:00Z"],
  ["Europe/Berlin", "2026-10-20T00:00Z"],
  ["America/St_Johns", "2026-10-28T00:00Z"],
  ["Asia/Kathmandu", "2026-10-20T00:00Z"],
])("the seven days of %s are a time of concerns at any hour around a clock change", (zone, first) => {
  for (let at = Date.parse(first); at < Date.parse(first) + 14 * 24 * HOUR_MS; at += HOUR_MS / 4)
    expect(ConcernSpan.safeParse(presetRange("7d", at, zone)).success).toBe(true);
});
