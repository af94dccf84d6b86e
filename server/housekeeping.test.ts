import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { startHousekeeping } from "./housekeeping";
import { newGate } from "./testing/gate";

const HOUR = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** Tells whether a promise is kept already, once all that can happen now has happened. */
function watched(promise: Promise<unknown>) {
  let isDone = false;
  void promise.then(() => {
    isDone = true;
  });
  return async () => {
    await vi.advanceTimersByTimeAsync(0);
    return isDone;
  };
}

test("a stop tells what is under way to end, waits until it has, and nothing begins after it", async () => {
  const { opened, open } = newGate();
  const sweeping = vi.fn((_: AbortSignal) => opened);
  const forgetting = vi.fn(async () => {});
  const stop = startHousekeeping([
    { name: "sweeping", everyHours: 24, work: sweeping },
    { name: "forgetting", everyHours: 1, work: forgetting },
  ]);
  const [signal] = sweeping.mock.calls[0] ?? [];
  expect(signal?.aborted).toBe(false);
  const isStopped = watched(stop());
  expect(signal?.aborted).toBe(true);
  expect(await isStopped()).toBe(false);
  open();
  expect(await isStopped()).toBe(true);
  await vi.advanceTimersByTimeAsync(48 * HOUR);
  expect([sweeping, forgetting].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test("a chore that fails as it is told to end lets the stop go on", async () => {
  const stop = startHousekeeping([
    {
      name: "sweeping",
      everyHours: 24,
      work: (signal) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    },
  ]);
  await expect(stop()).resolves.toBeUndefined();
});

test("a chore is done at once and then each time it is due, also after it failed, never twice at once", async () => {
  const { opened, open } = newGate();
  const failing = vi.fn(() => Promise.reject(new Error("no database")));
  const slow = vi.fn(() => opened);
  const stop = startHousekeeping([
    { name: "failing", everyHours: 1, work: failing },
    { name: "slow", everyHours: 1, work: slow },
  ]);
  await vi.advanceTimersByTimeAsync(3 * HOUR);
  expect(failing).toHaveBeenCalledTimes(4);
  expect(slow).toHaveBeenCalledTimes(1);
  open();
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(slow).toHaveBeenCalledTimes(2);
  await stop();
});
