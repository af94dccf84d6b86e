import { eq, sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { events } from "@/db/schema/events";
import { hooks } from "@/db/schema/hooks";
import { listAuditEvents } from "@/server/domain/audit-log/list";
import { AuditEventEnvelope } from "@/server/domain/audit-log/schema";
import { auditEventEnvelope } from "@/server/domain/audit-log/view";
import type { NewProducer } from "@/server/domain/producers/create";
import { renameProducer } from "@/server/domain/producers/settings";
import { reactivateProducer, suspendProducer } from "@/server/domain/producers/suspend";
import { createToken } from "@/server/domain/tokens/create";
import { runtime } from "@/server/runtime/runtime";
import { post, problem } from "@/server/testing/api";
import {
  bodyOfCall,
  deliverNothingElse,
  openDelivering,
  registerHook,
  signatureOf,
} from "@/server/testing/delivering";
import { ctxOf, newItem, newProducer, systemCtx } from "@/server/testing/factories";
import type { ReceivedCall } from "@/server/testing/receiver";

// Holds decision 0077.

const EVENT = "auditEventRecorded";
const db = () => runtime().database.db;

beforeEach(async () => {
  await deliverNothingElse();
});

const Body = z.object({ event: z.object({ type: z.literal(EVENT) }), auditEvent: AuditEventEnvelope });
const toldBy = (call: ReceivedCall) => Body.parse(bodyOfCall(call)).auditEvent;

const eventsOf = async ({ producerId }: NewProducer) =>
  (await db().select({ type: events.type }).from(events).where(eq(events.producerId, producerId))).map(
    ({ type }) => type,
  );

test("a webhook that names the event receives each entry of its producer's audit log, signed, as the log shows it", async () => {
  const producer = await newProducer("Before");
  const other = await newProducer();
  const { receiver, drain } = await openDelivering();
  const { secret } = await registerHook(producer, receiver.url, { events: EVENT });
  const ctx = ctxOf(producer);
  await renameProducer(ctx, "After");
  await renameProducer(ctxOf(other), "Other");
  await drain();
  const told = receiver.calls.map(toldBy).toSorted((a, b) => Number(a.id) - Number(b.id));
  const { entries } = await listAuditEvents(ctx, {}, { limit: 100 });
  // The hook's own creation is the first entry that it receives.
  expect(told.map(({ data }) => data.action)).toEqual(["hookCreated", "producerRenamed"]);
  expect(told).toEqual(entries.slice(0, 2).toReversed().map(auditEventEnvelope));
  expect(told[1]?.data.changes).toEqual([{ path: "/name", from: "Before", to: "After" }]);
  for (const call of receiver.calls)
    expect(new Webhook(secret).verify(call.body, signatureOf(call))).toEqual(bodyOfCall(call));
});

test("`*` does not include the event, alone or among names; beside it, the event can be named", async () => {
  const producer = await newProducer();
  const { receiver, drain } = await openDelivering();
  await registerHook(producer, `${receiver.url}/all`);
  await registerHook(producer, `${receiver.url}/names`, { events: "*,itemCreated" });
  await renameProducer(ctxOf(producer), "After");
  expect(await eventsOf(producer)).toEqual([]);
  await registerHook(producer, `${receiver.url}/both`, { events: `*,${EVENT}` });
  await renameProducer(ctxOf(producer), "Again");
  await post("/groups", {}, { token: producer.token });
  await drain();
  const received = (path: string) =>
    receiver.calls
      .filter(({ url }) => url === `/hook/${path}`)
      .map((call) => bodyOfCall(call).event.type)
      .toSorted();
  expect(received("all")).toEqual(["groupCreated"]);
  expect(received("names")).toEqual(["groupCreated"]);
  // The creation of the hook, the new name, and the group's entry in the log.
  expect(received("both")).toEqual([EVENT, EVENT, EVENT, "groupCreated"]);
});

test("a delivery is no entry of the audit log, so that nothing goes round", async () => {
  const producer = await newProducer();
  const { receiver, drain } = await openDelivering();
  await registerHook(producer, receiver.url, { events: EVENT });
  for (let round = 0; round < 3; round++) await drain();
  expect(receiver.calls).toHaveLength(1);
  expect(await eventsOf(producer)).toEqual([EVENT]);
});

test("webhooks receive what an admin does to their producer, as its log shows it", async () => {
  const producer = await newProducer();
  const { receiver, drain } = await openDelivering();
  await registerHook(producer, receiver.url, { events: EVENT });
  const actor = { type: "user" as const, id: "01890000-0000-7000-8000-000000000000", name: "Ada" };
  const admin = { ...systemCtx(), caller: { kind: "admin" as const, actor } };
  const change = { producerId: producer.producerId, reason: "A test." };
  await suspendProducer(admin, change);
  await reactivateProducer(admin, change);
  await drain();
  expect(receiver.calls.map((call) => toldBy(call).data.action).toSorted()).toEqual([
    "hookCreated",
    "producerReactivated",
    "producerSuspended",
  ]);
});

test("an entry of a change that is rolled back is not told", async () => {
  const producer = await newProducer();
  const { receiver, drain } = await openDelivering();
  await registerHook(producer, receiver.url, { events: EVENT });
  const ctx = ctxOf(producer);
  const undone = ctx.db.transaction(async (tx) => {
    await renameProducer({ ...ctx, db: tx }, "Never");
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await drain();
  expect(receiver.calls.map((call) => toldBy(call).data.action)).toEqual(["hookCreated"]);
});

test("the other webhooks of a producer learn that one was switched off after failures", async () => {
  const producer = await newProducer();
  const { receiver, drain } = await openDelivering(({ url }) => ({
    status: url === "/hook/bad" ? 500 : 204,
  }));
  const bad = await registerHook(producer, `${receiver.url}/bad`, { events: "groupCreated" });
  await post("/groups", {}, { token: producer.token });
  await drain();
  await db()
    .update(hooks)
    .set({ failingSince: sql`now() - interval '121 hours'` })
    .where(eq(hooks.id, bad.id));
  await registerHook(producer, `${receiver.url}/good`, { events: EVENT });
  await post("/groups", {}, { token: producer.token });
  await drain();
  await drain();
  const told = receiver.calls.filter(({ url }) => url === "/hook/good").map(toldBy);
  expect(told.find(({ data }) => data.action === "hookSwitchedOff")).toMatchObject({
    data: { actor: { type: "system", name: "Assay" }, target: { kind: "hook", id: bad.id } },
  });
});

test("403: a token creates a webhook that names the event only with the scope of the audit log", async () => {
  const producer = await newProducer();
  const tokenWith = async (scopes: ("webhooks:write" | "audit:read")[]) =>
    (
      await createToken(ctxOf(producer), {
        producerId: producer.producerId,
        kind: "token",
        name: "T",
        scopes,
      })
    ).secret;
  const create = (events: string, token: string) =>
    post("/producers/hooks", { events, url: "https://receiver.test/" }, { token });
  const writer = await tokenWith(["webhooks:write"]);
  expect((await create("*", writer)).status).toBe(200);
  expect(problem(await create(EVENT, writer))).toMatchObject({ status: 403, code: "scope-missing" });
  expect(problem(await create(`*,${EVENT}`, writer)).code).toBe("scope-missing");
  expect((await create(EVENT, await tokenWith(["webhooks:write", "audit:read"]))).status).toBe(200);
  expect((await create(EVENT, producer.token)).status).toBe(200);
  const byOwnerKey = { events: EVENT, url: "https://receiver.test/" };
  expect(problem(await post("/producers/hooks", byOwnerKey, { ownerKey: producer.ownerKey }))).toMatchObject({
    status: 403,
    code: "scope-missing",
  });
  const item = await newItem(producer);
  expect(problem(await post(`/items/${item}/hooks`, byOwnerKey, { token: producer.token }))).toMatchObject({
    status: 400,
    errors: [{ pointer: "/events" }],
  });
  expect(problem(await create("auditEvent", producer.token))).toMatchObject({
    status: 400,
    code: "invalid-input",
  });
});
