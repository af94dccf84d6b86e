import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { streamBody } from "./stream-body";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Reads a body of parts that arrive every ten seconds. */
async function reading(parts: number, bytes: number) {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      if (sent++ < parts) controller.enqueue(new Uint8Array(bytes));
      else controller.close();
    },
  });
  const init = { method: "POST", body, duplex: "half" };
  let received = 0;
  const read = async () => {
    for await (const part of streamBody(new Request("https://assay.test/", init)))
      received += part.byteLength;
    return received;
  };
  const ended = read().catch((refusal: unknown) => refusal);
  for (let n = 0; n < 200; n++) await vi.advanceTimersByTimeAsync(1_000);
  return { outcome: await ended, received };
}

test("400: a file of which less than 60 KiB arrive in a minute ends, so that its place is free", async () => {
  const { outcome, received } = await reading(15, 1_024);
  expect(outcome).toMatchObject({ kind: "invalid", code: "body-too-slow" });
  expect(received).toBeLessThan(10 * 1_024);
});

test("a file that arrives at 2 KiB a second is read to its end", async () => {
  expect(await reading(15, 20 * 1_024)).toMatchObject({ outcome: 15 * 20 * 1_024 });
});
