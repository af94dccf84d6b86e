import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { paced } from "./paced";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a slow run is awaited, and followed by a break of three times its length", async () => {
  const starts: number[] = [];
  const begun = Date.now();
  const pace = paced(async () => {
    starts.push(Date.now() - begun);
    await new Promise((done) => setTimeout(done, 3_000));
  }, 1_000);
  for (let at = 0; at < 20_000; at += 100) {
    pace.ask();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(starts).toEqual([1_000, 13_000]);
});

test("fast runs follow each other by the interval, and none after the end", async () => {
  const run = vi.fn(async () => {});
  const pace = paced(run, 1_000);
  for (let at = 0; at < 3_000; at += 100) {
    pace.ask();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(run).toHaveBeenCalledTimes(3);
  pace.ask();
  pace.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(run).toHaveBeenCalledTimes(3);
});
