import { randomBytes } from "node:crypto";
import { eq, inArray, sql } from "drizzle-orm";
import postgres from "postgres";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { attempts } from "@/db/schema/attempts";
import { deliveries } from "@/db/schema/deliveries";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { only } from "@/server/data/only";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { post } from "@/server/testing/api";
import {
  deliverNothingElse,
  openDelivering,
  queueAllEvents,
  registerHook,
} from "@/server/testing/delivering";
import { newProducer } from "@/server/testing/factories";
import { openClaims } from "./claim";
import { messageReader } from "./read-message";
import type { AttemptResult } from "./record-attempts";
import { openRecorder } from "./recorder";

// Holds decision 0020.

const HEAVY = 20;
const MIB = 1024 * 1024;

const db = () => runtime().database.db;

beforeEach(async () => {
  await deliverNothingElse();
});

/** A body that does not compress. */
const bodyOf = (i: number) => JSON.stringify({ i, image: randomBytes((MIB * 3) / 4).toString("base64") });

/** Creates a webhook whose receiver fails, with queued deliveries of 1 MiB each; `sent` contains what its client sends. */
async function newWorld() {
  const delivering = await openDelivering(() => ({ status: 500, headers: { "retry-after": "86400" } }));
  const producer = await newProducer();
  const hook = await registerHook(producer, delivering.receiver.url);
  await post("/groups", {}, { token: producer.token });
  await queueAllEvents();
  const model = only(await db().select().from(deliveries).where(eq(deliveries.hookId, hook.id)));
  await deliverNothingElse();
  const made = Array.from({ length: HEAVY }, (_, i) => ({ ...model, id: newId(), body: bodyOf(i) }));
  for (const one of made) await db().insert(deliveries).values(one);
  await db()
    .insert(deliveryQueue)
    .values(made.map(({ id }) => ({ deliveryId: id, hookId: hook.id, dueAt: sql`now()` })));
  const sent: { statement: string; bytes: number; ids: number }[] = [];
  const client = postgres(runtime().database.url, {
    max: 2,
    fetch_types: false,
    debug: (_, statement, parameters: unknown[]) => {
      const said = parameters.map(String).join();
      sent.push({ statement, bytes: Buffer.byteLength(said), ids: said.match(/[\da-f-]{36}/g)?.length ?? 0 });
    },
  });
  onTestFinished(() => client.end());
  const claim = () => openClaims(client)({ most: 200, ofOthers: 200, ofHooks: new Map(), full: [] });
  return { ...delivering, producer, hook, made, client, claim, sent };
}

const attemptsOf = (made: { id: string }[]) =>
  db()
    .select({ id: attempts.deliveryId })
    .from(attempts)
    .where(
      inArray(
        attempts.deliveryId,
        made.map(({ id }) => id),
      ),
    );

test("results with large bodies are recorded in statements of a few MiB, and none is lost", async () => {
  const { made, client, claim, sent } = await newWorld();
  const claimed = await claim();
  expect(claimed).toHaveLength(HEAVY);
  await db().update(deliveries).set({ body: null });
  const bodies = new Map(made.map(({ id, body }) => [id, body]));
  const recorder = openRecorder(client, async () => {});
  sent.splice(0);
  await Promise.all(
    claimed.map(({ id, hookId, lease }) => {
      const result: AttemptResult = {
        deliveryId: id,
        hookId,
        lease,
        startedAt: new Date(),
        latencyMs: 1,
        status: 500,
        failure: null,
        answer: "",
        isSuccess: false,
        attemptsMade: 0,
        nextInMs: 86_400_000,
        body: bodies.get(id) ?? "",
      };
      return recorder.record(result);
    }),
  );
  expect(Math.max(...sent.map(({ bytes }) => bytes))).toBeLessThan(4.1 * MIB);
  expect(await attemptsOf(made)).toHaveLength(HEAVY);
  for (const { id, body } of await db()
    .select()
    .from(deliveries)
    .where(inArray(deliveries.id, [...bodies.keys()])))
    expect(body === bodies.get(id)).toBe(true);
  const queued = await db().select().from(deliveryQueue);
  expect(queued.map(({ attemptsMade, lease }) => [attemptsMade, lease])).toEqual(
    Array(HEAVY).fill([1, null]),
  );
});

test("large messages are claimed without their bodies and read a few MiB at a time", async () => {
  const { made, client, claim, sent } = await newWorld();
  const claimed = await claim();
  expect(JSON.stringify(claimed).length).toBeLessThan(HEAVY * 400);
  for (const { bytes } of claimed) expect(bytes).toBeGreaterThan(MIB - 1000);
  sent.splice(0);
  const read = messageReader(client);
  const messages = await Promise.all(claimed.map(read));
  expect(messages.map((message) => message?.body?.length)).toEqual(
    claimed.map(({ id }) => made.find((one) => one.id === id)?.body.length),
  );
  expect(Math.max(...sent.map(({ ids }) => ids))).toBeLessThanOrEqual(4);
});

test("many failing deliveries with large bodies are all attempted and all recorded", async () => {
  const { made, receiver, drain } = await newWorld();
  await drain();
  expect(receiver.calls).toHaveLength(HEAVY);
  expect(new Set(receiver.calls.map(({ headers }) => headers["webhook-id"]))).toEqual(
    new Set(made.map(({ id }) => id)),
  );
  expect(await attemptsOf(made)).toHaveLength(HEAVY);
});
