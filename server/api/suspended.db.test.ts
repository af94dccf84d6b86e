import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openDatabase } from "@/db/client";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { hooks } from "@/db/schema/hooks";
import { openCredentials } from "@/server/auth/credentials";
import type { Ctx } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { reactivateProducer, suspendProducer } from "@/server/domain/producers/suspend";
import { openSandbox } from "@/server/domain/sandboxes/open";
import { createToken } from "@/server/domain/tokens/create";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { get, post } from "@/server/testing/api";
import { deliverNothingElse, makeDue, openDelivering, registerHook } from "@/server/testing/delivering";
import { ctxOf, newItem, newProducer, newScan, systemCtx } from "@/server/testing/factories";

// Holds decision 0028.

beforeEach(async () => {
  await deliverNothingElse();
});

const admin = (): Ctx => ({
  ...systemCtx(),
  caller: { kind: "admin", actor: { type: "user", id: "01890000-0000-7000-8000-000000000000", name: "Ada" } },
});

const SUSPENDED = { status: 403, body: { code: "producer-suspended" } };

test("403: tokens and owner keys of a suspended producer, immediately and in every process; its items stay scannable and readable", async () => {
  const producer = await newProducer();
  const { producerId, token, ownerKey } = producer;
  const item = await newItem(producer);
  const database = openDatabase(runtime().database);
  const second = openCredentials(database);
  for (let i = 0; i < 3; i++) {
    expect((await get("/scans", { token })).status).toBe(200);
    expect(await second.find(token)).toMatchObject({ isSuspended: false });
  }
  await suspendProducer(admin(), { producerId, reason: "Unpaid" });
  expect(await second.find(token)).toMatchObject({ isSuspended: true });
  expect(await get("/scans", { token })).toMatchObject(SUSPENDED);
  expect(await get(`/items/${item}`, { token })).toMatchObject(SUSPENDED);
  expect(await post("/items", { identifier: "never" }, { token })).toMatchObject(SUSPENDED);
  const hook = { events: "*", url: "https://example.com/" };
  const asOwner = { headers: { "an-api-key-owner": ownerKey } };
  expect(await post("/producers/hooks", hook, asOwner)).toMatchObject(SUSPENDED);
  expect((await get(`/items/${item}`)).status).toBe(200);
  expect((await post("/scans", { identifier: item }, { token })).body).toMatchObject({
    scan: { data: { creator: "unknown" } },
  });
  await reactivateProducer(admin(), { producerId, reason: "Paid" });
  expect(await second.find(token)).toMatchObject({ isSuspended: false });
  expect((await get("/scans", { token })).status).toBe(200);
  await second.close();
  await database.close();
});

test("hooks of a suspended producer are not called; after reactivation they receive every missed event", async () => {
  const { receiver, drain } = await openDelivering();
  const producer = await newProducer();
  const { producerId } = producer;
  const item = await newItem(producer);
  const hook = await registerHook(producer, receiver.url, { events: "itemScanned" });
  await runtime()
    .database.db.update(hooks)
    .set({ failingSince: new Date(0) })
    .where(eq(hooks.id, hook.id));
  await newScan(item);
  await suspendProducer(admin(), { producerId, reason: "Unpaid" });
  await newScan(item);
  await drain();
  await makeDue();
  await drain();
  expect(receiver.calls).toEqual([]);
  await reactivateProducer(admin(), { producerId, reason: "Paid" });
  await newScan(item);
  await drain();
  expect(receiver.calls).toHaveLength(3);
  const [row] = await runtime().database.db.select().from(hooks).where(eq(hooks.id, hook.id));
  expect(row).toMatchObject({ executed: 3, failingSince: null, switchedOffAt: null });
});

test("a sandbox's webhook that failed before a long suspension starts anew, as its producer's does", async () => {
  const { receiver, drain } = await openDelivering(() => ({ status: 500 }));
  const { db } = runtime().database;
  const producer = await newProducer();
  const { producerId } = producer;
  const { id } = await openSandbox(ctxOf(producer));
  const { secret: token } = await createToken(ctxOf(producer), {
    producerId: id,
    kind: "token",
    name: "Test token",
  });
  const sandbox = { ...producer, producerId: id, token };
  const own = await registerHook(sandbox, receiver.url, { events: "itemCreated" });
  const isOwn = eq(hooks.id, own.id);
  await db.update(hooks).set({ failingSince: sql`now() - interval '121 hours'` }).where(isOwn);
  await newItem(sandbox);
  await suspendProducer(admin(), { producerId, reason: "Unpaid" });
  await drain();
  await reactivateProducer(admin(), { producerId, reason: "Paid" });
  await drain();
  expect(receiver.calls.length).toBeGreaterThan(0);
  const [row] = await db.select().from(hooks).where(isOwn);
  expect(row).toMatchObject({ switchedOffAt: null });
});

test("reactivating a producer makes held deliveries due, and leaves later attempts at their time", async () => {
  const { receiver, drain } = await openDelivering();
  const { db } = runtime().database;
  const producer = await newProducer();
  const { producerId } = producer;
  const hook = await registerHook(producer, receiver.url, { events: "itemCreated" });
  await newItem(producer);
  await suspendProducer(admin(), { producerId, reason: "Unpaid" });
  await drain();
  const later = { deliveryId: newId(), hookId: hook.id, attemptsMade: 8 };
  await db.insert(deliveryQueue).values({ ...later, dueAt: sql`now() + interval '14 hours'` });
  const isLater = eq(deliveryQueue.deliveryId, later.deliveryId);
  const before = only(await db.select().from(deliveryQueue).where(isLater));
  await reactivateProducer(admin(), { producerId, reason: "Paid" });
  await drain();
  expect(receiver.calls).toHaveLength(1);
  expect(await db.select().from(deliveryQueue)).toEqual([before]);
});
