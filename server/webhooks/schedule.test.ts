import { expect, test } from "vitest";
import {
  RETRY_DELAYS_SECONDS,
  retryAfterSeconds,
  retryDelayMs,
  SWITCHED_OFF_AFTER_SECONDS,
  scaledMs,
} from "./schedule";

const NOW = new Date("2030-01-01T12:00:00Z");

/** Seconds until the next attempt. */
function waitAfter(failedAttempts: number, random = 0, retryAfter?: string) {
  const delay = retryDelayMs(failedAttempts, { endedAt: NOW, random, retryAfter });
  return delay && delay / 1000;
}

test("retries come after 5 s, 1 min, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h", () => {
  const [minute, hour] = [60, 3600];
  const delays = [5, minute, 5 * minute, 30 * minute, 2, 5, 10, 14, 20, 24].map((n, i) =>
    i < 4 ? n : n * hour,
  );
  expect(RETRY_DELAYS_SECONDS).toEqual(delays);
  expect(RETRY_DELAYS_SECONDS.map((_, i) => waitAfter(i + 1))).toEqual(delays);
  expect(SWITCHED_OFF_AFTER_SECONDS).toBe(120 * hour);
});

test("each delay has a jitter of up to a fifth", () => {
  for (const [i, delay] of RETRY_DELAYS_SECONDS.entries()) {
    expect(waitAfter(i + 1, 0.5)).toBeCloseTo(delay * 1.1, 2);
    expect(waitAfter(i + 1, 1)).toBeCloseTo(delay * 1.2, 2);
  }
});

test("no attempt follows the eleventh failure, whatever Retry-After the receiver sends", () => {
  expect(waitAfter(10)).not.toBeNull();
  expect(waitAfter(11)).toBeNull();
  expect(waitAfter(11, 0, "60")).toBeNull();
});

test("a longer Retry-After is respected up to a day; a shorter one does not shorten the delay", () => {
  expect(waitAfter(1, 1, "3600")).toBe(3600);
  expect(waitAfter(1, 0, "1")).toBe(5);
  expect(waitAfter(2, 0.5, "61")).toBe(66);
  expect(waitAfter(1, 0, "86401")).toBe(86_400);
  expect(waitAfter(10, 1, "86400")).toBe(103_680);
});

test.each<[string | undefined, number | undefined]>([
  [undefined, undefined],
  ["", undefined],
  ["soon", undefined],
  ["-5", undefined],
  ["1.5", undefined],
  ["1e3", undefined],
  ["in 2031", undefined],
  ["2031", 2031],
  ["2031-01-01", undefined],
  ["0", 0],
  [" 120 ", 120],
  ["007", 7],
  ["99999999999", 99_999_999_999],
  ["9".repeat(400), Number.POSITIVE_INFINITY],
  ["Tue, 01 Jan 2030 12:01:00 GMT", 60],
  ["Tuesday, 01-Jan-30 12:01:00 GMT", 60],
  ["Tue, 01 Jan 2030 11:00:00 GMT", 0],
  ["Tue, 99 Jan 2030 11:00:00 GMT", undefined],
])("Retry-After %j means %j seconds", (header, seconds) => {
  expect(retryAfterSeconds(header, NOW)).toBe(seconds);
});

test("a scale shortens or lengthens every delay", () => {
  expect([scaledMs(5, 1), scaledMs(5, 0.001), scaledMs(5, 2)]).toEqual([5000, 5, 10_000]);
  expect(scaledMs(7)).toBe(7000);
});
