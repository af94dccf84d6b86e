import { expect, test, vi } from "vitest";
import { workInHalves } from "./halves";

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

/** Work that fails where the pieces contain poison. */
const failingAt = (...poison: number[]) => {
  const done: number[] = [];
  const work = vi.fn(async (pieces: number[]) => {
    const bad = pieces.find((piece) => poison.includes(piece));
    if (bad !== undefined) throw new Error(`${bad} can't be read`);
    done.push(...pieces);
  });
  const setAside = vi.fn(async (_: number, __: unknown) => {});
  return { done, work, setAside };
};

test("one failing piece of 500 is found in few steps, and all others are done once and in order", async () => {
  const { done, work, setAside } = failingAt(321);
  expect(await workInHalves(numbers(500), { work, setAside })).toEqual({
    handled: 500,
    stoppedBy: undefined,
  });
  expect(done).toEqual(numbers(500).filter((n) => n !== 321));
  expect(setAside.mock.calls).toEqual([[321, new Error("321 can't be read")]]);
  expect(work.mock.calls.length).toBeLessThanOrEqual(2 * 9 + 1);
});

test("where every piece fails, a few are set aside and the rest waits", async () => {
  const { work, setAside } = failingAt(...numbers(100));
  const { handled, stoppedBy } = await workInHalves(numbers(100), { work, setAside });
  expect([handled, setAside.mock.calls.length]).toEqual([5, 5]);
  expect(stoppedBy).toEqual(new Error("4 can't be read"));
});

test("where every batch of one fails, the next batch waits, too", async () => {
  const { work, setAside } = failingAt(...numbers(100));
  const streak = { aside: 0, reason: undefined };
  for (const n of numbers(5)) await workInHalves([n], { streak, work, setAside });
  expect(await workInHalves([5], { streak, work, setAside })).toEqual({
    handled: 0,
    stoppedBy: new Error("4 can't be read"),
  });
  expect(setAside).toHaveBeenCalledTimes(5);
});

test.each([
  ["the connection is lost", Object.assign(new Error("closed"), { code: "CONNECTION_CLOSED" })],
  ["the database is shut down", Object.assign(new Error("shut down"), { code: "57P01" })],
  ["the disk is full", Object.assign(new Error("full"), { code: "53100" })],
  [
    "the database is read-only",
    new Error("failed query", { cause: Object.assign(new Error("read-only"), { code: "25006" }) }),
  ],
])("where %s, no piece is to blame", async (_, outage) => {
  const setAside = vi.fn(async () => {});
  const work = vi.fn(() => Promise.reject(outage));
  await expect(workInHalves(numbers(8), { work, setAside })).rejects.toBe(outage);
  expect(work).toHaveBeenCalledTimes(1);
  expect(setAside).not.toHaveBeenCalled();
});
