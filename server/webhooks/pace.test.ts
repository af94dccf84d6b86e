import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FULL_PACE, yieldingPace } from "./pace";

// Holds decision 0033.

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("while callers do not need the machine, attempts start whenever a slot is free", () => {
  const pace = yieldingPace(() => false);
  for (let i = 0; i < 3; i++) {
    expect(pace.mayStart()).toBe(Number.POSITIVE_INFINITY);
    pace.hasStarted();
  }
  expect(FULL_PACE.mayStart()).toBe(Number.POSITIVE_INFINITY);
});

test("while callers need the machine, some attempts start twice a second, and none in between", () => {
  const pace = yieldingPace(() => true);
  const started: number[] = [];
  for (let ms = 0; ms < 2_000; ms += 50) {
    const places = pace.mayStart();
    if (places > 0) {
      started.push(places);
      pace.hasStarted();
    }
    vi.advanceTimersByTime(50);
  }
  expect(started).toEqual([50, 50, 50, 50]);
});
