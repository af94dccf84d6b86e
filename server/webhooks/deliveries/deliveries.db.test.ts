import { eq, sql } from "drizzle-orm";
import postgres from "postgres";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { deliveries } from "@/db/schema/deliveries";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { hooks } from "@/db/schema/hooks";
import { type KeysetPage, PageByUuid, type SortedPage } from "@/server/data/keyset";
import { only } from "@/server/data/only";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { del, post } from "@/server/testing/api";
import {
  deliverNothingElse,
  makeDue,
  openDelivering,
  queueAllEvents,
  registerHook,
} from "@/server/testing/delivering";
import { ctxOf, newProducer } from "@/server/testing/factories";
import { openClaims } from "@/server/webhooks/claim";
import { RETRY_DELAYS_SECONDS } from "@/server/webhooks/schedule";
import { getDelivery, listDeliveries } from "./read";
import { replayDelivery, requestReplay } from "./replay";

const db = () => runtime().database.db;
const EVER = new Date(0);
const NOT_FOUND = { kind: "notFound", code: "hook-not-found" };

beforeEach(async () => {
  await deliverNothingElse();
});

/** Postpones retries until after the test. */
const headers = { "retry-after": "86400" };

/** Creates a webhook whose receiver gives the configured answer. */
async function newWorld() {
  let status = 200;
  const delivering = await openDelivering(() => ({ status, headers, body: `answer ${status}` }));
  const producer = await newProducer();
  const ctx = ctxOf(producer);
  const { id: hook } = await registerHook(producer, delivering.receiver.url);
  const list = (page: Partial<SortedPage<"time">> = {}) => listDeliveries(ctx, hook, { limit: 25, ...page });
  return {
    ...delivering,
    producer,
    ctx,
    hook,
    list,
    answerWith: (next: number) => {
      status = next;
    },
    announce: async () => {
      await post("/groups", {}, { token: producer.token });
      await queueAllEvents();
    },
    newest: async () => only((await list({ limit: 1 })).entries.slice(0, 1)),
  };
}

test("a delivery before its first attempt is waiting", async () => {
  const { announce, newest, hook } = await newWorld();
  await announce();
  expect(await newest()).toMatchObject({
    hookId: hook,
    event: "groupCreated",
    state: "waiting",
    attemptsMade: 0,
    lastAttempt: undefined,
    nextAt: expect.any(Date),
  });
});

test("a delivery is delivered after a success, waiting before a retry, failed after its last attempt", async () => {
  const { announce, drain, newest, answerWith } = await newWorld();
  await announce();
  await drain();
  expect(await newest()).toMatchObject({
    state: "delivered",
    attemptsMade: 1,
    lastAttempt: { status: 200 },
    nextAt: null,
  });
  answerWith(500);
  await announce();
  for (let i = 1; i <= RETRY_DELAYS_SECONDS.length; i++) {
    await makeDue();
    await drain();
  }
  const waiting = await newest();
  expect(waiting).toMatchObject({ state: "waiting", attemptsMade: 10, lastAttempt: { status: 500 } });
  expect(waiting.nextAt).toEqual(waiting.lastAttempt?.nextAt);
  await makeDue();
  await drain();
  expect(await newest()).toMatchObject({ state: "failed", attemptsMade: 11, nextAt: null });
});

test("a delivery for a webhook that is switched off is held", async () => {
  const { announce, newest, hook } = await newWorld();
  await db().update(hooks).set({ switchedOffAt: new Date() }).where(eq(hooks.id, hook));
  await announce();
  expect(await newest()).toMatchObject({
    state: "held",
    attemptsMade: 0,
    lastAttempt: undefined,
    nextAt: null,
  });
});

test("one delivery is read with all attempts, newest first", async () => {
  const { announce, drain, newest, answerWith, ctx, hook } = await newWorld();
  answerWith(503);
  await announce();
  await drain();
  answerWith(200);
  await makeDue();
  await drain();
  const { id } = await newest();
  const read = await getDelivery(ctx, hook, id);
  expect(read).toMatchObject({
    state: "delivered",
    attempts: [
      { status: 200, answer: "answer 200", nextAt: null },
      { status: 503, answer: "answer 503", nextAt: expect.any(Date) },
    ],
  });
  expect(read.attempts[0]).toMatchObject({ ...read.lastAttempt });
});

test("of a delivery with many replays the newest 100 attempts are read, and all are counted", async () => {
  const { announce, newest, ctx, hook } = await newWorld();
  await announce();
  const { id } = await newest();
  await db().execute(sql`
    insert into attempts (delivery_id, started_at, latency_ms, status)
    select ${id}, now() + make_interval(secs => n), n, case when n = 1 then 200 else 500 end from generate_series(1, 130) n`);
  await deliverNothingElse();
  const standing = { state: "delivered", attemptsMade: 130, lastAttempt: { latencyMs: 130 } };
  expect(await newest()).toMatchObject(standing);
  const read = await getDelivery(ctx, hook, id);
  expect(read).toMatchObject(standing);
  expect(read.attempts.map(({ latencyMs }) => latencyMs)).toEqual(
    Array.from({ length: 100 }, (_, n) => 130 - n),
  );
});

test("deliveries are listed newest or oldest first, page by page, each once", async () => {
  const { announce, list } = await newWorld();
  for (let i = 0; i < 5; i++) await announce();
  const made = (await list()).entries.map(({ id }) => id).reverse();
  for (const [i, ms] of [10, 20, 20, 20, 30].entries())
    await db()
      .update(deliveries)
      .set({ createdAt: new Date(ms) })
      .where(eq(deliveries.id, made[i] ?? ""));
  const pagesOf = async (sort?: SortedPage<"time">["sort"]) => {
    const pages: string[][] = [];
    let cursor: string | null = null;
    do {
      const key: KeysetPage["cursor"] = PageByUuid.shape.cursor.parse(cursor);
      const { entries, nextCursor } = await list({ limit: 2, cursor: key, sort });
      pages.push(entries.map(({ id }) => id));
      cursor = nextCursor;
    } while (cursor !== null);
    return pages;
  };
  const [a = "", b = "", c = "", d = "", e = ""] = made;
  const ascending = [a, ...[b, c, d].toSorted(), e];
  expect((await pagesOf()).flat()).toEqual(ascending.toReversed());
  expect((await pagesOf({ by: "time", descending: false })).flat()).toEqual(ascending);
});

test("404: a webhook of another producer, a deleted or an unknown one", async () => {
  const { announce, newest, hook, producer, ctx } = await newWorld();
  await announce();
  const { id } = await newest();
  const stranger = ctxOf(await newProducer());
  const outcomes = (of: typeof ctx, hookId: string) =>
    Promise.allSettled([
      listDeliveries(of, hookId, { limit: 1 }),
      getDelivery(of, hookId, id),
      replayDelivery(of, hookId, id),
      requestReplay(of, { hookId, since: EVER.getTime() }),
    ]);
  const refused = Array(4).fill({ status: "rejected", reason: expect.objectContaining(NOT_FOUND) });
  expect(await outcomes(stranger, hook)).toEqual(refused);
  for (const none of [newId(), "nothing"]) expect(await outcomes(ctx, none)).toEqual(refused);
  await del(`/producers/hooks/${hook}`, { token: producer.token });
  expect(await outcomes(ctx, hook)).toEqual(refused);
});

test("404: a delivery of another webhook, or an unknown one", async () => {
  const { announce, newest, ctx, producer } = await newWorld();
  await announce();
  const { id } = await newest();
  const other = await registerHook(producer, "https://receiver.test/");
  for (const one of [id, newId(), "nothing"])
    for (const ask of [getDelivery, replayDelivery])
      await expect(ask(ctx, other.id, one)).rejects.toMatchObject({
        kind: "notFound",
        code: "delivery-not-found",
      });
});

test("a replay does not send a delivery in flight a second time", async () => {
  const { announce, newest, ctx, hook, drain, receiver } = await newWorld();
  await announce();
  const client = postgres(runtime().database.url, { max: 1, fetch_types: false });
  onTestFinished(() => client.end());
  const claimed = await openClaims(client)({ most: 10, ofOthers: 10, ofHooks: new Map(), full: [] });
  const { id } = await newest();
  expect(claimed).toMatchObject([{ id }]);
  const before = await db().select().from(deliveryQueue);
  await replayDelivery(ctx, hook, id);
  expect((await requestReplay(ctx, { hookId: hook, since: EVER.getTime() })).result).toEqual({ replayed: 0 });
  expect(await db().select().from(deliveryQueue)).toEqual(before);
  await drain();
  expect(receiver.calls).toEqual([]);
});

test("a waiting delivery is replayed once and at once, however often a replay is requested", async () => {
  const { announce, newest, ctx, hook, drain, receiver, answerWith } = await newWorld();
  answerWith(500);
  await announce();
  await drain();
  answerWith(200);
  const { id } = await newest();
  await Promise.all([...Array(5)].map(() => replayDelivery(ctx, hook, id)));
  await requestReplay(ctx, { hookId: hook, since: EVER.getTime() });
  await makeDue();
  await drain();
  expect(receiver.calls).toHaveLength(2);
});

test("replaying failed deliveries leaves out delivered ones", async () => {
  const { announce, list, ctx, hook, drain, receiver, answerWith } = await newWorld();
  await announce();
  await drain();
  answerWith(500);
  await announce();
  await drain();
  await deliverNothingElse();
  answerWith(200);
  expect((await requestReplay(ctx, { hookId: hook, since: EVER.getTime() })).result).toEqual({ replayed: 1 });
  await makeDue();
  await drain();
  expect(receiver.calls).toHaveLength(3);
  expect((await list()).entries.map(({ state }) => state)).toEqual(["delivered", "delivered"]);
});
