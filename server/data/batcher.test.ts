import { expect, onTestFinished, test, vi } from "vitest";
import { until } from "@/server/testing/until";
import { type BatcherOptions, openBatcher } from "./batcher";

// Holds decision 0010.

/** A batcher whose statements end when the test says so. */
function controlled(options: Partial<BatcherOptions<number, string>> = {}) {
  const batches: { inputs: number[]; succeed: () => void; fail: (reason: Error) => void }[] = [];
  const share = openBatcher<number, string>({
    name: "test",
    atOnce: 1,
    most: 100,
    ...options,
    run: (inputs) =>
      new Promise((resolve, reject) => {
        batches.push({ inputs, succeed: () => resolve(inputs.map((n) => `out ${n}`)), fail: reject });
      }),
  });
  const started = async (count: number) => {
    await until(() => expect(batches).toHaveLength(count));
    const batch = batches[count - 1];
    if (!batch) throw new Error("unreachable");
    return batch;
  };
  return { share, batches, started };
}

test("calls that arrive while a statement runs share the next one, and each gets its own answer", async () => {
  const { share, started } = controlled();
  const first = share(1);
  const batch1 = await started(1);
  const others = [share(2), share(3), share(4)];
  batch1.succeed();
  const batch2 = await started(2);
  expect(batch2.inputs).toEqual([2, 3, 4]);
  batch2.succeed();
  expect(await Promise.all([first, ...others])).toEqual(["out 1", "out 2", "out 3", "out 4"]);
});

test("lanes do not wait for each other, within the limits of concurrent statements and of inputs", async () => {
  const { share, started, batches } = controlled({ atOnce: 2, most: 2, laneOf: (n) => String(n % 3) });
  const all = Promise.all([0, 3, 6, 1, 2].map(share));
  (await started(2)).succeed();
  expect(batches.map(({ inputs }) => inputs)).toEqual([[0, 3], [1]]);
  expect((await started(3)).inputs).toEqual([2]);
  batches[0]?.succeed();
  expect((await started(4)).inputs).toEqual([6]);
  batches[2]?.succeed();
  batches[3]?.succeed();
  expect(await all).toHaveLength(5);
});

test("where a statement waits for further inputs, those that arrive meanwhile share it", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { share, batches } = controlled({ gatherMs: 20 });
  const all = [share(1)];
  await vi.advanceTimersByTimeAsync(15);
  all.push(share(2));
  await vi.advanceTimersByTimeAsync(5);
  expect(batches.map(({ inputs }) => inputs)).toEqual([[1, 2]]);
  all.push(share(3));
  batches[0]?.succeed();
  await vi.advanceTimersByTimeAsync(15);
  all.push(share(4));
  await vi.advanceTimersByTimeAsync(5);
  expect(batches.map(({ inputs }) => inputs)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  batches[1]?.succeed();
  expect(await Promise.all(all)).toHaveLength(4);
});

test("a heavy input runs alone; light inputs share a statement up to its maximum weight", async () => {
  const { share, started, batches } = controlled({ weigh: { weightOf: (n) => n, most: 10 } });
  const all = Promise.all([50, 4, 5, 3, 60].map(share));
  for (let i = 1; i <= 4; i++) (await started(i)).succeed();
  expect(batches.map(({ inputs }) => inputs)).toEqual([[50], [4, 5], [3], [60]]);
  expect(await all).toHaveLength(5);
});

test("where one input is to blame, the others of its batch succeed", async () => {
  const { share, started, batches } = controlled({ oneIsToBlame: (reason) => reason instanceof RangeError });
  const calls = Promise.allSettled([share(1), share(2), share(3)]);
  (await started(1)).fail(new RangeError("one of them"));
  (await started(2)).succeed();
  (await started(3)).fail(new RangeError("this one"));
  (await started(4)).succeed();
  expect((await calls).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(batches.map(({ inputs }) => inputs)).toEqual([[1, 2, 3], [1], [2], [3]]);
});

test("a failure that may have had effects is not retried: all its calls fail", async () => {
  const { share, started, batches } = controlled({ oneIsToBlame: () => false });
  const calls = Promise.allSettled([share(1), share(2)]);
  (await started(1)).fail(new Error("connection lost"));
  expect((await calls).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(batches).toHaveLength(1);
});
