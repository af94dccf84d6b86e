import { asc, eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { attempts } from "@/db/schema/attempts";
import { deliveries } from "@/db/schema/deliveries";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { hooks } from "@/db/schema/hooks";
import { only } from "@/server/data/only";
import { openOutboundHttp } from "@/server/platform/outbound-http";
import { runtime } from "@/server/runtime/runtime";
import { post } from "@/server/testing/api";
import {
  deliverNothingElse,
  makeDue,
  newDeliverer,
  openDelivering,
  registerHook,
} from "@/server/testing/delivering";
import { newProducer } from "@/server/testing/factories";
import type { ReceiverAnswer } from "@/server/testing/receiver";
import { until } from "@/server/testing/until";
import { RETRY_DELAYS_SECONDS } from "./schedule";

// Holds decision 0020.

const db = () => runtime().database.db;
const queue = () => db().select().from(deliveryQueue);

/** A time at which no attempt of a test is due. */
const LATER = Math.ceil(Date.now() / 1000 + 31_536_000) * 1000;
/** Postpones retries until after the test. */
const headers = { "retry-after": "86400" };

beforeEach(async () => {
  await deliverNothingElse();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Creates a producer with a webhook whose receiver gives the answer, and reads the results. */
async function newWorld(answer?: (count: number) => ReceiverAnswer) {
  const delivering = await openDelivering(answer && ((_, count) => answer(count)));
  const producer = await newProducer();
  const hook = await registerHook(producer, delivering.receiver.url);
  const { token } = producer;
  const announce = () => post("/groups", {}, { token });
  const attemptsMade = async () =>
    (
      await db()
        .select({ one: attempts })
        .from(attempts)
        .innerJoin(deliveries, eq(deliveries.id, attempts.deliveryId))
        .where(eq(deliveries.hookId, hook.id))
        .orderBy(asc(attempts.id))
    ).map(({ one }) => one);
  const hookRow = async () => only(await db().select().from(hooks).where(eq(hooks.id, hook.id)));
  return { ...delivering, producer, token, hook, announce, attemptsMade, hookRow };
}

/** The database's time, by which retries are scheduled. */
const databaseTime = () => Math.floor(performance.timeOrigin + performance.now());
/** Seconds that may pass between reading the time and recording an attempt. */
const A_MOMENT = 5;

test.each([200, 204, 299, 301, 302, 304, 399])(
  "%i is a success, and redirects are not followed",
  async (status) => {
    const { receiver, drain, announce, attemptsMade, hookRow } = await newWorld(() => ({
      status,
      headers: { location: "/elsewhere" },
    }));
    await announce();
    await drain();
    expect(receiver.calls.map(({ url }) => url)).toEqual(["/hook"]);
    expect(await attemptsMade()).toMatchObject([{ status, failure: null, nextAt: null }]);
    expect(await queue()).toEqual([]);
    expect(await hookRow()).toMatchObject({ executed: 1, failingSince: null });
  },
);

test.each([400, 404, 410, 429, 500, 503, 599])(
  "%i is a failure, and the delivery is retried later",
  async (status) => {
    const { receiver, drain, announce, attemptsMade, hookRow } = await newWorld(() => ({ status, headers }));
    await announce();
    await drain();
    await drain();
    expect(receiver.calls).toHaveLength(1);
    const made = only(await attemptsMade());
    expect(made).toMatchObject({ status, failure: null, nextAt: expect.any(Date) });
    expect(await queue()).toMatchObject([{ dueAt: made.nextAt, lease: null, attemptsMade: 1 }]);
    expect(await hookRow()).toMatchObject({ executed: 0, failingSince: made.startedAt, switchedOffAt: null });
  },
);

test("a failing delivery has eleven attempts on schedule, with the same bytes and id, each with a new signature", async () => {
  const { receiver, drain, announce, attemptsMade, hook } = await newWorld(() => ({ status: 500 }));
  await announce();
  const started: number[] = [];
  const really: number[] = [];
  for (const _ of [0, ...RETRY_DELAYS_SECONDS]) {
    vi.setSystemTime(Date.now() + 3_600_000);
    started.push(Date.now());
    really.push(databaseTime());
    await makeDue();
    await drain();
  }
  const made = await attemptsMade();
  expect(made.map(({ startedAt }) => startedAt.getTime())).toEqual(started);
  for (const [i, seconds] of RETRY_DELAYS_SECONDS.entries()) {
    const wait = ((made[i]?.nextAt?.getTime() ?? 0) - (really[i] ?? 0)) / 1000;
    expect(wait).toSatisfy(
      () => wait >= seconds && wait <= seconds * 1.2 + A_MOMENT,
      `${seconds} s, up to a fifth more`,
    );
  }
  expect(made.at(-1)).toMatchObject({ status: 500, nextAt: null });

  const { calls } = receiver;
  expect(calls).toHaveLength(11);
  expect(new Set(calls.map(({ body, headers }) => `${headers["webhook-id"]} ${body}`)).size).toBe(1);
  expect(calls.map(({ headers }) => Number(headers["webhook-timestamp"]))).toEqual(
    started.map((ms) => Math.floor(ms / 1000)),
  );
  expect(new Set(calls.map(({ headers }) => headers["webhook-signature"])).size).toBe(11);

  expect(await queue()).toEqual([]);
  await drain();
  expect(calls).toHaveLength(11);
  const { body } = only(await db().select().from(deliveries).where(eq(deliveries.hookId, hook.id)));
  expect(body).toBe(calls[0]?.body);
});

test("every attempt sends the bytes of the first, even after the row in them has changed", async () => {
  const { receiver, drain, producer, announce } = await newWorld((count) => ({
    status: count === 1 ? 500 : 200,
    headers,
  }));
  await announce();
  await drain();
  await db().update(deliveries).set({ hook: sql`'{}'` });
  await makeDue();
  await drain();
  expect(receiver.calls).toHaveLength(2);
  expect(receiver.calls[1]?.body).toBe(receiver.calls[0]?.body);
  expect(receiver.calls[0]?.body).toContain(producer.producerId);
});

test.each<[string, number]>([
  ["7200", 7200],
  [new Date(LATER + 3_600_000).toUTCString(), 3600],
  ["99999999999", 86_400],
  [new Date(LATER + 40 * 86_400_000).toUTCString(), 86_400],
])("a longer Retry-After is respected, up to a day: %s", async (header, seconds) => {
  const answer = { status: 503, headers: { "retry-after": header } };
  const { drain, announce, attemptsMade } = await newWorld(() => answer);
  await announce();
  vi.setSystemTime(LATER);
  await makeDue();
  const now = databaseTime();
  await drain();
  const wait = ((await attemptsMade())[0]?.nextAt?.getTime() ?? 0) - now;
  expect(wait / 1000).toSatisfy((s: number) => s >= seconds - 1 && s <= seconds + A_MOMENT);
});

test.each(["0", "1", "-7200", "soon", "", new Date(0).toUTCString()])(
  "a shorter or missing Retry-After does not shorten the delay: %j",
  async (header) => {
    const answer = { status: 503, headers: { "retry-after": header } };
    const { drain, announce, attemptsMade } = await newWorld(() => answer);
    await announce();
    vi.setSystemTime(LATER);
    await makeDue();
    const now = databaseTime();
    await drain();
    const nextAt = (await attemptsMade())[0]?.nextAt?.getTime() ?? 0;
    expect((nextAt - now) / 1000).toSatisfy((s: number) => s >= 5 && s <= 6 + A_MOMENT);
  },
);

test("successes are counted, and a success ends a period of failures", async () => {
  const { drain, announce, hookRow, attemptsMade } = await newWorld((count) => ({
    status: count < 3 ? 500 : 200,
    headers,
  }));
  await announce();
  await drain();
  const { failingSince } = await hookRow();
  await makeDue();
  await drain();
  expect(await hookRow()).toMatchObject({ executed: 0, failingSince });
  await makeDue();
  await drain();
  expect(await hookRow()).toMatchObject({ executed: 1, failingSince: null });
  for (let i = 0; i < 3; i++) await announce();
  await drain();
  expect(await hookRow()).toMatchObject({ executed: 4, failingSince: null });
  expect((await attemptsMade()).map(({ status }) => status)).toEqual([500, 500, 200, 200, 200, 200]);
});

test("an answer is recorded: status, latency and its beginning", async () => {
  const long = `${"a".repeat(4095)}☃ and more`;
  const bodies = [long, "a\0b\0", Buffer.from([0x61, 0xff, 0xfe, 0x62, 0xc3]), '{"ok":true}', ""];
  const { drain, announce, attemptsMade } = await newWorld((count) => ({
    status: 200,
    body: bodies[count - 1] ?? "",
  }));
  for (const _ of bodies) {
    await announce();
    await drain();
  }
  const made = await attemptsMade();
  expect(made.map(({ answer }) => answer)).toEqual([
    "a".repeat(4095),
    "ab",
    "a\ufffd\ufffdb\ufffd",
    '{"ok":true}',
    "",
  ]);
  for (const { latencyMs, startedAt } of made) {
    expect(latencyMs).toBeGreaterThanOrEqual(0);
    expect(startedAt).toBeInstanceOf(Date);
  }
});

test("an address that is not public is not called, and the failed attempt contains the reason", async () => {
  const { receiver, announce, attemptsMade } = await newWorld();
  const http = openOutboundHttp({ allow: "" });
  await announce();
  await newDeliverer(http).drain(15_000);
  await http.close();
  expect(receiver.calls).toEqual([]);
  expect(await attemptsMade()).toMatchObject([
    {
      status: null,
      answer: null,
      failure: expect.stringMatching(/^refused-address: \S.+/),
      nextAt: expect.any(Date),
    },
  ]);
  expect(await queue()).toHaveLength(1);
});

test("a closed connection is a failure, and the delivery is retried", async () => {
  const { receiver, drain, announce, attemptsMade } = await newWorld();
  await receiver.close();
  await announce();
  await drain();
  expect(await attemptsMade()).toMatchObject([
    { status: null, failure: expect.stringMatching(/^connection: /), nextAt: expect.any(Date) },
  ]);
});

test("attempts start no faster than the pace allows, and all start in the end", async () => {
  const { http, receiver, announce } = await newWorld();
  for (let i = 0; i < 5; i++) await announce();
  let [mayStart, looks] = [0, 0];
  const deliverer = newDeliverer(http, {
    mayStart: () => {
      looks++;
      return mayStart;
    },
    hasStarted: () => {
      if (mayStart === 2) mayStart = 0;
    },
  });
  const drained = deliverer.drain(60_000);
  await until(() => expect(looks).toBeGreaterThan(1));
  expect(receiver.calls).toEqual([]);
  mayStart = 2;
  await receiver.called(2);
  await until(async () => expect(await queue()).toEqual([]));
  expect(receiver.calls).toHaveLength(2);
  mayStart = Number.POSITIVE_INFINITY;
  await drained;
  expect(receiver.calls).toHaveLength(5);
});
