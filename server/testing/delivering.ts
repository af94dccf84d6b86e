import { eq, sql } from "drizzle-orm";
import { onTestFinished } from "vitest";
import { z } from "zod";
import type { JsonObject } from "@/db/json";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { hooks } from "@/db/schema/hooks";
import { pendingEvents } from "@/db/schema/pending-events";
import type { NewProducer } from "@/server/domain/producers/create";
import { type OutboundHttp, openOutboundHttp } from "@/server/platform/outbound-http";
import { runtime } from "@/server/runtime/runtime";
import { type Deliverer, openDeliverer } from "@/server/webhooks/deliver";
import { CreatedHook } from "@/server/webhooks/hooks/schema";
import type { Pace } from "@/server/webhooks/pace";
import { openQueueing } from "@/server/webhooks/queue-events";
import { post } from "./api";
import { openReceiver, type ReceivedCall } from "./receiver";

/** Maximum time; a drain ends earlier when nothing is left. */
const DRAIN_FOR_MS = 15_000;

/** Deletes pending events and deliveries of other tests. */
export async function deliverNothingElse(): Promise<void> {
  const { db } = runtime().database;
  await db.delete(pendingEvents);
  await db.delete(deliveryQueue);
}

/** Queues the deliveries of all events, as a deliverer does. */
export async function queueAllEvents(): Promise<void> {
  const queueEvents = openQueueing(runtime().database.db.$client);
  while ((await queueEvents(1_000)) > 0);
}

/** Opens a deliverer and closes it after the test. */
export function newDeliverer(http: OutboundHttp, pace?: Pace): Deliverer {
  const deliverer = openDeliverer(runtime().database, http, pace);
  onTestFinished(() => deliverer.close());
  return deliverer;
}

/** Opens a receiver and a deliverer that may call it. Closes both after the test. */
export async function openDelivering(answer?: Parameters<typeof openReceiver>[0]) {
  const receiver = await openReceiver(answer);
  const http = openOutboundHttp({ allow: receiver.allow });
  onTestFinished(async () => {
    await receiver.close();
    await http.close();
  });
  const deliverer = newDeliverer(http);
  return { receiver, http, deliverer, drain: () => deliverer.drain(DRAIN_FOR_MS) };
}

/**
 * Registers a webhook through the API; of the producer unless `path` names another target. The row gets its url
 * afterwards, since test receivers are on this machine, which the API refuses.
 */
export async function registerHook(
  producer: NewProducer,
  url: string,
  fields: { path?: string; events?: string; data?: JsonObject } = {},
) {
  const { path = "/producers", events = "*", data = {} } = fields;
  const body = { events, url: "https://receiver.test/", data };
  const reply = await post(`${path}/hooks`, body, { token: producer.token });
  const made = CreatedHook.parse(reply.body);
  await runtime().database.db.update(hooks).set({ url }).where(eq(hooks.id, made.id));
  return { ...made, data: { ...made.data, url } };
}

/** Makes all queued deliveries due and ends their leases. */
export const makeDue = () =>
  runtime()
    .database.db.update(deliveryQueue)
    .set({ dueAt: new Date(0), leasedUntil: sql`case when lease is not null then to_timestamp(0) end` });

/** The headers that verify a call. */
export const signatureOf = ({ headers }: ReceivedCall) => ({
  "webhook-id": String(headers["webhook-id"]),
  "webhook-timestamp": String(headers["webhook-timestamp"]),
  "webhook-signature": String(headers["webhook-signature"]),
});

const Body = z.looseObject({
  event: z.strictObject({ type: z.string() }),
  hook: z.looseObject({ id: z.string() }),
});

/** The parsed body of a call. */
export const bodyOfCall = ({ body }: ReceivedCall) => Body.parse(JSON.parse(body));
