import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { only } from "@/server/data/only";
import { createRule } from "@/server/domain/alerts/create-rule";
import { AlertEnvelope } from "@/server/domain/alerts/envelope";
import { listAlerts } from "@/server/domain/alerts/list";
import { moveAlert } from "@/server/domain/alerts/note";
import { openAlert } from "@/server/domain/alerts/open";
import type { NewProducer } from "@/server/domain/producers/create";
import { createToken } from "@/server/domain/tokens/create";
import { post, problem } from "@/server/testing/api";
import {
  bodyOfCall,
  deliverNothingElse,
  makeDue,
  openDelivering,
  queueAllEvents,
  registerHook,
} from "@/server/testing/delivering";
import { ctxOf, newItem, newProducer } from "@/server/testing/factories";
import { deliveriesOfAlert } from "./deliveries/of-alert";
import { RETRY_DELAYS_SECONDS } from "./schedule";

// Holds decision 0081.

const Body = z.object({ event: z.object({ type: z.string() }), alert: AlertEnvelope });

beforeEach(async () => {
  await deliverNothingElse();
});

/** Opens an alert of a new rule, and returns it as its events tell it. */
async function open(producer: NewProducer) {
  const ctx = ctxOf(producer);
  const rule = await createRule(ctx, {
    name: "Invented codes",
    condition: { kind: "unknownIdentifiers", windowHours: 1, sightings: 2 },
    coolDownHours: 1,
    mailsMe: false,
  });
  const figures = { kind: "unknownIdentifiers", sightings: 3 } as const;
  const evidence = { figures, from: 3_600_000, before: 7_200_000 };
  await ctx.db.transaction((tx) => openAlert({ ...ctx, db: tx }, rule, { at: 7_000_000, evidence }));
  return {
    ctx,
    rule: { id: rule.id, name: rule.name },
    condition: rule.condition,
    figures,
    from: evidence.from,
    before: evidence.before,
    opened: 7_000_000,
  };
}

test("a webhook that names the events receives an alert when it opens and when it is resolved, not in between", async () => {
  const producer = await newProducer();
  const { receiver, drain } = await openDelivering();
  const { id: hookId } = await registerHook(producer, receiver.url, { events: "alertOpened,alertResolved" });
  const { ctx, ...data } = await open(producer);
  await drain();
  const [first] = receiver.calls.map((call) => Body.parse(bodyOfCall(call)));
  const id = first?.alert.id ?? "";
  const link = expect.stringContaining(`/p/${producer.producerId}/alerts/${id}`);
  expect(first).toEqual({
    event: { type: "alertOpened" },
    alert: { id, data: { ...data, state: "open", link } },
  });
  await moveAlert(ctx, id, "acknowledged", "");
  await moveAlert(ctx, id, "falseAlarm", "Ours");
  await drain();
  expect(receiver.calls.slice(1).map((call) => Body.parse(bodyOfCall(call)))).toEqual([
    { event: { type: "alertResolved" }, alert: { id, data: { ...data, state: "falseAlarm", link } } },
  ]);
  expect(await deliveriesOfAlert(ctx, id)).toMatchObject([
    { event: "alertOpened", hookId, state: "delivered" },
    { event: "alertResolved", hookId, state: "delivered" },
  ]);
});

test("an alert shows whether each of its deliveries waits, arrived or failed", async () => {
  const producer = await newProducer();
  const { receiver, drain } = await openDelivering(({ url }) => ({ status: url === "/hook/ok" ? 200 : 500 }));
  for (const path of ["ok", "fails"])
    await registerHook(producer, `${receiver.url}/${path}`, { events: "alertOpened" });
  const { ctx } = await open(producer);
  await queueAllEvents();
  const { id } = only((await listAlerts(ctx, {}, { limit: 1 })).entries);
  const states = async () =>
    Object.fromEntries(
      (await deliveriesOfAlert(ctx, id)).map(({ url, state }) => [url.split("/").at(-1), state]),
    );
  expect(await states()).toEqual({ ok: "waiting", fails: "waiting" });
  await drain();
  expect(await states()).toEqual({ ok: "delivered", fails: "waiting" });
  for (let retry = 0; retry < RETRY_DELAYS_SECONDS.length; retry++) {
    await makeDue();
    await drain();
  }
  expect(await states()).toEqual({ ok: "delivered", fails: "failed" });
});

test("`*` does not include the events", async () => {
  const producer = await newProducer();
  const { receiver, drain } = await openDelivering();
  await registerHook(producer, receiver.url);
  await open(producer);
  await drain();
  expect(receiver.calls).toEqual([]);
});

test("403: a token names the events only with their scope; 400: a webhook of an item does not", async () => {
  const producer = await newProducer();
  const tokenWith = async (scopes: ("webhooks:write" | "alerts:read")[]) => {
    const { producerId } = producer;
    return (await createToken(ctxOf(producer), { producerId, kind: "token", name: "T", scopes })).secret;
  };
  const body = { events: "alertOpened", url: "https://receiver.test/" };
  const writer = await tokenWith(["webhooks:write"]);
  expect(problem(await post("/producers/hooks", body, { token: writer })).code).toBe("scope-missing");
  const reader = await tokenWith(["webhooks:write", "alerts:read"]);
  expect((await post("/producers/hooks", body, { token: reader })).status).toBe(200);
  const item = await newItem(producer);
  expect(problem(await post(`/items/${item}/hooks`, body, { token: producer.token })).status).toBe(400);
});
