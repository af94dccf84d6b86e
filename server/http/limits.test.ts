import { describe, expect, test } from "vitest";
import { AppError } from "@/server/core/errors";
import { metrics } from "@/server/platform/metrics";
import { newGate } from "@/server/testing/gate";
import { limit, limitRequests, withinShare } from "./limits";

/** The outcome of one more call of the kind: `passed`, or the refusal. */
const next = (what: Parameters<typeof limit>[0], key: string | undefined) =>
  limit(what, key).then(
    () => "passed",
    (refusal: unknown) => refusal,
  );

test.each([
  ["requests of this token", 50],
  ["scans from this address", 60],
  ["scans of this item", 600],
  ["phone checks from this address", 120],
  ["calls of this person", 300],
  ["open calls from this address", 60],
  ["visits of the demo from this address", 30],
] as const)("429: %s beyond %d, with the seconds to wait", async (what, most) => {
  for (let i = 0; i < most; i++) expect(await next(what, "one")).toBe("passed");
  const refusal = await next(what, "one");
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal).toMatchObject({
    kind: "tooManyRequests",
    details: { headers: { "retry-after": expect.stringMatching(/^[1-9]\d*$/) } },
  });
  expect(await next(what, "another")).toBe("passed");
});

test("429: a token with a limit of its own has it, and a new one at once", async () => {
  const request = (requestsPerMinute: number | undefined) =>
    limitRequests({
      kind: "producer",
      producerId: "p",
      sandbox: 0,
      credential: "token",
      actor: { type: "token", id: "limited", name: "T" },
      requestsPerMinute,
    }).then(
      () => "passed",
      () => "refused",
    );
  const outcomes: string[] = [];
  for (const limit of [2, 2, 2, 3, undefined]) outcomes.push(await request(limit));
  expect(outcomes).toEqual(["passed", "passed", "refused", "passed", "passed"]);
});

test("refusals are counted by limit, and passed calls are not", async () => {
  const ofImages = async () => {
    const { values } = await metrics().callers.refusals.get();
    return values.find(({ labels }) => labels.limit === "scan images from this address")?.value;
  };
  for (let i = 0; i < 60; i++) await next("scan images from this address", "counted");
  expect(await ofImages()).toBeUndefined();
  for (let i = 0; i < 2; i++) await next("scan images from this address", "counted");
  expect(await ofImages()).toBe(2);
});

const addressOf = (n: number) => `2001:db8:5:1::${n.toString(16)}`;
const OTHER_NETWORK = "2001:db8:5:2::1";

test.each([
  ["scans from this address", 60],
  ["phone checks from this address", 120],
  ["scan images from this address", 60],
  ["pictures made for this address", 600],
  ["open calls from this address", 60],
  ["visits of the demo from this address", 30],
  ["reports from this address", 5],
  ["report forms from this address", 30],
] as const)(
  "429: all addresses of one /64 share the limit of %s, another /64 does not",
  async (what, most) => {
    for (let n = 0; n < most; n++) expect(await next(what, addressOf(n))).toBe("passed");
    expect(await next(what, addressOf(most))).toBeInstanceOf(AppError);
    expect(await next(what, OTHER_NETWORK)).toBe("passed");
  },
);

test.each([
  ["requests of this token", 50],
  ["scans of this item", 600],
  ["calls of this person", 300],
  ["reports of this item", 30],
] as const)("429: %s have a limit per key, even if the keys are addresses of one /64", async (what, most) => {
  for (let n = 0; n < most; n++) expect(await next(what, addressOf(1))).toBe("passed");
  expect(await next(what, addressOf(1))).toBeInstanceOf(AppError);
  expect(await next(what, addressOf(2))).toBe("passed");
});

test("calls without a known address do not count", async () => {
  for (let i = 0; i < 100; i++) expect(await next("scans from this address", undefined)).toBe("passed");
});

describe("pictures at once for an address", () => {
  const MAX_IN_FLIGHT = 48;
  const share = (key: string | undefined, work: () => Promise<unknown>) =>
    withinShare("pictures at once for this address", key, work);
  const done = async () => "done";

  /** Starts work several times that lasts until `end` is called. */
  function held(key: string, times: number, outcome: () => unknown = () => "done") {
    const gate = newGate();
    const all = Array.from({ length: times }, () => share(key, () => gate.opened.then(outcome)));
    const ended = Promise.allSettled(all);
    return {
      end: async () => {
        gate.open();
        return (await ended).map(({ status }) => status);
      },
    };
  }

  test("429: the 49th is refused before it starts; other and unknown addresses are not affected", async () => {
    const { end } = held("one", MAX_IN_FLIGHT);
    const begun: string[] = [];
    await expect(share("one", async () => begun.push("the 49th"))).rejects.toMatchObject({
      kind: "tooManyRequests",
      details: { headers: { "retry-after": "1" } },
    });
    expect(begun).toEqual([]);
    expect(await share("another", done)).toBe("done");
    const unknown = Array.from({ length: MAX_IN_FLIGHT + 1 }, () => share(undefined, done));
    expect(new Set(await Promise.all(unknown))).toEqual(new Set(["done"]));
    expect(new Set(await end())).toEqual(new Set(["fulfilled"]));
  });

  test("429: all addresses of one /64 share their slots, another /64 has its own", async () => {
    const { end } = held(addressOf(1), MAX_IN_FLIGHT);
    await expect(share(addressOf(2), done)).rejects.toBeInstanceOf(AppError);
    expect(await share(OTHER_NETWORK, done)).toBe("done");
    await end();
  });

  test("a slot is free again when a picture is done or has failed", async () => {
    const fail = () => Promise.reject(new Error("no picture"));
    for (const outcome of [done, fail]) {
      const [one, others] = [held("two", 1, outcome), held("two", MAX_IN_FLIGHT - 1, outcome)];
      await expect(share("two", done)).rejects.toBeInstanceOf(AppError);
      await one.end();
      expect(await share("two", done)).toBe("done");
      const again = held("two", 1, outcome);
      await expect(share("two", done)).rejects.toBeInstanceOf(AppError);
      await Promise.all([again.end(), others.end()]);
    }
  });
});
