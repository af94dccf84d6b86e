import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { only } from "@/server/data/only";
import { runtime } from "@/server/runtime/runtime";
import { post, problem } from "@/server/testing/api";
import { deliverNothingElse, queueAllEvents, registerHook } from "@/server/testing/delivering";
import { newItem, newProducer, newScan } from "@/server/testing/factories";
import { drainDeliveries } from "./background";

// Holds decision 0020.

const { secret, receiver } = await vi.hoisted(async () => {
  const { openReceiver } = await import("@/server/testing/receiver");
  const receiver = await openReceiver();
  const secret = "a secret for tests, of no worth whatever";
  process.env.BACKGROUND_SECRET = secret;
  process.env.HOOK_ALLOW = receiver.allow;
  return { secret, receiver };
});

const db = () => runtime().database.db;

beforeEach(async () => {
  await deliverNothingElse();
  receiver.calls.length = 0;
});

afterAll(() => receiver.close());

/** Calls the route with the given header. */
async function drainWith(authorization: string | undefined, handle = drainDeliveries) {
  const headers = authorization === undefined ? {} : { authorization };
  const url = "http://assay.test/api/background/deliveries";
  const response = await handle(new Request(url, { method: "POST", headers }));
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Emits one event with a matching hook. */
async function announceOne() {
  const producer = await newProducer();
  await registerHook(producer, receiver.url);
  await post("/groups", {}, { token: producer.token });
}

const REFUSED = { status: 403, code: "secret-not-accepted" };

test.each<[string, string | undefined]>([
  ["none", undefined],
  ["an empty one", ""],
  ["an empty bearer", "Bearer "],
  ["a wrong secret", "Bearer another secret, of the same worth there"],
  ["the secret cut short", `Bearer ${secret.slice(0, -1)}`],
  ["the secret and more", `Bearer ${secret}x`],
  ["the secret alone", secret],
  ["another scheme", `Basic ${secret}`],
])("403: %s instead of the secret delivers nothing", async (_, authorization) => {
  await announceOne();
  expect(problem(await drainWith(authorization))).toMatchObject(REFUSED);
  expect(receiver.calls).toEqual([]);
});

test("200: the secret delivers everything that is due", async () => {
  await announceOne();
  const reply = await drainWith(`Bearer ${secret}`);
  expect(reply).toMatchObject({ status: 200, body: {} });
  expect(reply.headers.get("cache-control")).toMatch(/no-store/);
  expect(receiver.calls).toHaveLength(1);
  expect(await db().select().from(deliveryQueue)).toEqual([]);
});

test("200: concurrent calls deliver each event once and end when nothing is left", async () => {
  const producer = await newProducer();
  const identifier = await newItem(producer);
  await registerHook(producer, receiver.url);
  await Promise.all(Array.from({ length: 60 }, () => newScan(identifier)));
  const replies = await Promise.all(Array.from({ length: 8 }, () => drainWith(`Bearer ${secret}`)));
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(receiver.calls).toHaveLength(60);
  expect(new Set(receiver.calls.map(({ headers }) => headers["webhook-id"])).size).toBe(60);
});

test("200: sequential calls deliver what arrived in between", async () => {
  for (let i = 1; i <= 3; i++) {
    await announceOne();
    expect((await drainWith(`Bearer ${secret}`)).status).toBe(200);
    expect(receiver.calls).toHaveLength(i);
  }
});

test("403: every call is refused without a configured secret", async () => {
  await announceOne();
  await queueAllEvents();
  vi.stubEnv("BACKGROUND_SECRET", undefined);
  vi.resetModules();
  const { drainDeliveries: unset } = await import("./background");
  for (const authorization of ["Bearer undefined", "Bearer ", `Bearer ${secret}`])
    expect(problem(await drainWith(authorization, unset))).toMatchObject(REFUSED);
  expect(receiver.calls).toEqual([]);
  expect(only(await db().select().from(deliveryQueue))).toMatchObject({ lease: null });
});

test("503: a build that the schema no longer supports delivers nothing", async () => {
  const support = (build: number) =>
    db().execute(sql`update drizzle.schema_release set min_build = ${build}`);
  await announceOne();
  await support(10_000);
  onTestFinished(() => support(0).then(() => {}));
  const answer = await drainWith(`Bearer ${secret}`);
  expect(problem(answer)).toMatchObject({ status: 503, code: "build-superseded" });
  expect(receiver.calls).toEqual([]);
});
