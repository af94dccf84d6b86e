import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { until } from "@/server/testing/until";
import { openConcurrency } from "./concurrency";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Each webhook has its own producer by default. */
const attemptOf = (hookId: string, { producer = `of ${hookId}`, bytes = 1 } = {}) => ({
  hookId,
  producerId: producer,
  bytes,
});

/** Opens slots; `begin` starts an attempt and returns the function that ends it. */
function newWorld() {
  const onFree = vi.fn();
  const concurrency = openConcurrency(onFree);
  const begin = (hook: string, of: { producer?: string; bytes?: number } = {}) => {
    let end = (_isSuccess: boolean) => {};
    const work = new Promise<{ isSuccess: boolean }>((resolve) => {
      end = (isSuccess) => resolve({ isSuccess });
    });
    const done = concurrency.run(attemptOf(hook, of), () => work);
    return (isSuccess: boolean) => {
      end(isSuccess);
      return done;
    };
  };
  const slotsOf = (hook: string) => concurrency.slots().ofHooks.get(hook) ?? concurrency.slots().ofOthers;
  /** The number of deliveries of a webhook that may be held, seen from an attempt that is not made. */
  const holdable = (hook: string) =>
    new Promise<number>((resolve) => {
      void concurrency.run(attemptOf(hook), async () => void resolve(slotsOf(hook) + 1));
    });
  return { concurrency, onFree, begin, slotsOf, holdable };
}

test("a webhook has two slots at first, and each attempt takes one", async () => {
  const { begin, slotsOf } = newWorld();
  expect(slotsOf("a")).toBe(2);
  const end = begin("a");
  expect(slotsOf("a")).toBe(1);
  begin("a");
  expect(slotsOf("a")).toBe(0);
  expect(slotsOf("b")).toBe(2);
  await end(false);
  expect(slotsOf("a")).toBe(1);
});

test("each success doubles a webhook's slots up to 32, then deliveries are claimed ahead; a failure resets the slots", async () => {
  const { begin, slotsOf, holdable } = newWorld();
  const sizes: number[] = [];
  for (let i = 0; i < 6; i++) {
    await begin("a")(true);
    sizes.push(await holdable("a"));
  }
  expect(sizes).toEqual([4, 8, 16, 512, 512, 512]);
  expect(slotsOf("b")).toBe(2);
  await begin("a")(false);
  expect(await holdable("a")).toBe(2);
});

test.each([
  [1, 512],
  [10, 160],
  [500, 64],
])(
  "with attempts of %i ms, %i deliveries of a webhook are claimed: those of 50 ms, or twice its slots",
  async (ms, held) => {
    const { begin, holdable } = newWorld();
    for (let i = 0; i < 30; i++) {
      const end = begin("a");
      vi.advanceTimersByTime(ms);
      await end(true);
    }
    expect(await holdable("a")).toBe(held);
  },
);

test("a webhook without held deliveries is listed with its slots once more, and like an unknown webhook after that", async () => {
  const { concurrency, begin } = newWorld();
  for (let i = 0; i < 3; i++) await begin("a")(true);
  const looks = [concurrency.slots(), concurrency.slots(), concurrency.slots()];
  expect(looks.map(({ ofHooks }) => ofHooks.get("a"))).toEqual([16, undefined, undefined]);
  const end = begin("a");
  expect(concurrency.slots().ofHooks.get("a")).toBe(15);
  await end(true);
  expect(concurrency.slots().ofHooks.get("a")).toBe(512);
});

test("a slow attempt leaves the fast lane, and its webhook has no free slot until it ends", async () => {
  const { concurrency, onFree, begin, slotsOf, holdable } = newWorld();
  for (let i = 0; i < 3; i++) await begin("a")(true);
  const all = concurrency.slots().most;
  const end = begin("a");
  expect([concurrency.slots().most, slotsOf("a")]).toEqual([all - 1, 15]);
  onFree.mockClear();
  vi.advanceTimersByTime(1000);
  expect(onFree).toHaveBeenCalledOnce();
  expect([concurrency.slots().most, slotsOf("a"), slotsOf("b")]).toEqual([all, 0, 2]);
  await end(true);
  expect([concurrency.slots().most, await holdable("a")]).toEqual([all, 64]);
});

test("the attempts of all webhooks of a producer are limited: by slots, by slow slots, by bytes", async () => {
  const { concurrency, begin } = newWorld();
  const [big, small] = [{ producer: "p", bytes: 9 * 1024 * 1024 }, { producer: "p" }];
  const started: string[] = [];
  const run = (hook: string, of: typeof small) =>
    concurrency.run(attemptOf(hook, of), async () => {
      started.push(hook);
      return { isSuccess: true };
    });
  const endBig = begin("big", big);
  void run("as big", big);
  void run("small", small);
  await vi.advanceTimersByTimeAsync(0);
  expect(started).toEqual(["small"]);
  await endBig(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(started).toEqual(["small", "as big"]);

  const all = concurrency.slots().most;
  const ends = Array.from({ length: 1100 }, (_, i) => begin(`hook ${i}`, small));
  expect([concurrency.slots().most, concurrency.slots().full]).toEqual([all - 128, ["p"]]);
  vi.advanceTimersByTime(1000);
  expect(concurrency.slots().most).toBe(all - 128);
  vi.advanceTimersByTime(1000);
  vi.advanceTimersByTime(1000);
  expect(concurrency.slots().most).toBe(all - 128);
  void run("of another", { producer: "q" });
  await vi.advanceTimersByTimeAsync(0);
  expect(started.at(-1)).toBe("of another");
  await Promise.all(ends.map((end) => end(false)));
  expect(concurrency.slots()).toMatchObject({ most: all, full: [] });
});

test("slow attempts stay in the fast lane only while the slow lane is full, and free their slots", async () => {
  const { concurrency, begin } = newWorld();
  const all = concurrency.slots().most;
  const ends = Array.from({ length: 1024 + 10 }, (_, i) => begin(`hook ${i}`));
  vi.advanceTimersByTime(1000);
  expect(concurrency.slots().most).toBe(all - 10);
  await Promise.all(ends.map((end) => end(false)));
  expect(concurrency.slots().most).toBe(all);
});

test("an attempt that throws frees its slot and signals that", async () => {
  const { concurrency, onFree, slotsOf } = newWorld();
  const all = concurrency.slots().most;
  await expect(concurrency.run(attemptOf("a"), () => Promise.reject(new Error("not sent")))).rejects.toThrow(
    "not sent",
  );
  expect([concurrency.slots().most, slotsOf("a")]).toEqual([all, 2]);
  expect(onFree).toHaveBeenCalledOnce();
});

test("at most 32 attempts of a webhook run at once; deliveries claimed ahead wait, and the oldest starts first", async () => {
  const { concurrency, begin } = newWorld();
  for (let i = 0; i < 4; i++) await begin("a")(true);
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const runs = Array.from({ length: 40 }, (_, i) =>
    concurrency.run(attemptOf("a"), () => {
      started.push(i);
      return new Promise<{ isSuccess: boolean }>((resolve) => ends.push(() => resolve({ isSuccess: true })));
    }),
  );
  await until(() => expect(started).toHaveLength(32));
  ends[0]?.();
  await until(() => expect(started.at(-1)).toBe(32));
  while (ends.length > 0) {
    ends.shift()?.();
    await Promise.resolve();
  }
  await until(() => {
    for (const end of ends.splice(0)) end();
    expect(started).toEqual(Array.from({ length: 40 }, (_, i) => i));
  });
  for (const end of ends.splice(0)) end();
  await Promise.all(runs);
});

test("an attempt that is not made does not change the webhook's slots", async () => {
  const { concurrency, begin, holdable } = newWorld();
  await begin("a")(true);
  await concurrency.run(attemptOf("a"), async () => undefined);
  expect(await holdable("a")).toBe(4);
});

test("while an attempt of a webhook is slow, no delivery claimed ahead starts, even if other attempts have ended", async () => {
  const { concurrency, begin } = newWorld();
  for (let i = 0; i < 4; i++) await begin("a")(true);
  const slow = begin("a");
  vi.advanceTimersByTime(900);
  const young = Array.from({ length: 31 }, () => begin("a"));
  let started = 0;
  const ahead = Array.from({ length: 3 }, () =>
    concurrency.run(attemptOf("a"), async () => {
      started++;
      return { isSuccess: true };
    }),
  );
  await vi.advanceTimersByTimeAsync(100);
  for (const end of young) await end(true);
  expect(started).toBe(0);
  await slow(true);
  await Promise.all(ahead);
  expect(started).toBe(3);
});
