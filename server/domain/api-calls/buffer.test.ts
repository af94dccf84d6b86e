import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ApiCall } from "@/db/schema/api-calls";
import { newId } from "@/server/platform/ids";
import { type Answered, CallBuffer } from "./buffer";

// Holds decision 0071.

const BURST = { succeeded: 100, failed: 200 };

let written: ApiCall[] = [];
let failure: Error | undefined;
let buffer: CallBuffer;

beforeEach(() => {
  vi.useFakeTimers();
  written = [];
  failure = undefined;
  buffer = new CallBuffer(async (calls) => {
    if (failure) throw failure;
    written.push(...calls);
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const answered = (producerId: string, status = 200): Answered => ({
  producerId,
  tokenId: newId(),
  method: "GET",
  endpoint: "/items/{id}",
  status,
  ms: 1,
  requestId: "r",
  code: null,
});

const add = (call: Answered, text: string | null = null) =>
  buffer.add(call, () => ({ path: "/items/a", requestBody: text, answerBody: text }));

function addMany(count: number, call: Answered) {
  for (let n = 0; n < count; n++) add(call);
}

/** The numbers of rows and of calls that they stand for. */
const counted = (rows: ApiCall[]) => [rows.length, rows.reduce((sum, { skipped }) => sum + 1 + skipped, 0)];

test("calls are written in one batch, a second after the first of them", async () => {
  addMany(3, answered(newId()));
  await vi.advanceTimersByTimeAsync(900);
  expect(written).toEqual([]);
  addMany(2, answered(newId()));
  await vi.advanceTimersByTimeAsync(100);
  expect(written).toHaveLength(5);
});

test("calls beyond a producer's allowance are counted with its last row, failed ones apart; others are not hit", async () => {
  const [busy, other] = [newId(), newId()];
  addMany(1_000, answered(busy));
  addMany(1_000, answered(busy, 404));
  addMany(5, answered(other));
  await buffer.flush();
  const of = (producerId: string, isFailed: boolean) =>
    written.filter((row) => row.producerId === producerId && row.status >= 400 === isFailed);
  expect(counted(of(busy, false))).toEqual([BURST.succeeded, 1_000]);
  expect(counted(of(busy, true))).toEqual([BURST.failed, 1_000]);
  expect(counted(of(other, false))).toEqual([5, 5]);
});

test("ten successful calls a second have rows for good, and each batch has at least one", async () => {
  const busy = answered(newId());
  addMany(1_000, busy);
  await buffer.flush();
  for (let second = 0; second < 20; second++) {
    written = [];
    await vi.advanceTimersByTimeAsync(1_000);
    addMany(500, busy);
    await buffer.flush();
    expect(counted(written)).toEqual([10, 500]);
  }
  written = [];
  addMany(500, busy);
  await buffer.flush();
  expect(counted(written)).toEqual([1, 500]);
});

test("rows that find the buffer full are counted, and its memory stays bounded", async () => {
  const body = "x".repeat(4_096);
  for (let n = 0; n < 20_000; n++) add(answered(`producer ${n % 200}`, 400), body);
  await buffer.flush();
  expect(written.length * 8_192).toBeLessThan(20 * 2 ** 20);
  expect(counted(written)[1]).toBe(20_000);
});

test("while the database is away calls wait; then they are written in order", async () => {
  failure = Object.assign(new Error("away"), { code: "ECONNREFUSED" });
  const producer = newId();
  addMany(3, answered(producer));
  await vi.advanceTimersByTimeAsync(1_000);
  addMany(2, answered(producer, 500));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(written).toEqual([]);
  failure = undefined;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(written.map(({ status }) => status)).toEqual([200, 200, 200, 500, 500]);
});

test("a call that the database refuses takes no other with it", async () => {
  buffer = new CallBuffer(async (calls) => {
    if (calls.some(({ path }) => path === "/poison")) throw new Error("refused");
    written.push(...calls);
  });
  const producer = newId();
  for (let n = 0; n < 99; n++)
    buffer.add(answered(producer), () => ({
      path: n === 40 ? "/poison" : `/items/${n}`,
      requestBody: null,
      answerBody: null,
    }));
  await buffer.flush();
  expect(written).toHaveLength(98);
});

test("calls that the database refuses are dropped, and the next ones are written", async () => {
  let statements = 0;
  failure = new Error("refused");
  buffer = new CallBuffer(async (calls) => {
    statements++;
    if (failure) throw failure;
    written.push(...calls);
  });
  for (let n = 0; n < 20; n++) addMany(50, answered(newId()));
  await buffer.flush();
  expect(statements).toBeLessThan(100);
  failure = undefined;
  addMany(1, answered(newId()));
  await buffer.flush();
  expect(written).toHaveLength(1);
});
