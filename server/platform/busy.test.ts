import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { busyGauge, shareLoopUse } from "./busy";

// Holds decision 0033.

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A gauge whose loop use and machine idle time the test sets, each in hundredths. */
function newGauge() {
  const loopUse = new Int32Array(1);
  const machine = { idle: 0, all: 0 };
  const isBusy = busyGauge(loopUse, () => ({ ...machine }));
  const after = (use: { loop: number; idle: number }) => {
    loopUse[0] = use.loop;
    machine.idle += use.idle;
    machine.all += 100;
    vi.advanceTimersByTime(500);
    return isBusy();
  };
  return { after, isBusy };
}

test.each([
  [{ loop: 40, idle: 30 }, true],
  [{ loop: 80, idle: 60 }, false],
  [{ loop: 10, idle: 0 }, false],
  [{ loop: 0, idle: 100 }, false],
])("a process of which %j is busy: %s", (use, isBusy) => {
  expect(newGauge().after(use)).toBe(isBusy);
});

test("the gauge samples twice a second, over the time since the last sample", () => {
  const { after, isBusy } = newGauge();
  expect(after({ loop: 80, idle: 0 })).toBe(true);
  expect(isBusy()).toBe(true);
  expect(after({ loop: 80, idle: 90 })).toBe(false);
  expect(after({ loop: 80, idle: 0 })).toBe(true);
});

test("other threads can read this thread's loop use", async () => {
  vi.useRealTimers();
  const use = shareLoopUse();
  expect(use.buffer).toBeInstanceOf(SharedArrayBuffer);
  const until = performance.now() + 10_000;
  while ((use[0] ?? 0) < 50 && performance.now() < until) {
    const end = performance.now() + 40;
    while (performance.now() < end);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(use[0]).toBeGreaterThanOrEqual(50);
});
