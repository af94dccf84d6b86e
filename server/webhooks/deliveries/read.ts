import { and, count, desc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { type Attempt, attempts } from "@/db/schema/attempts";
import { type Delivery, deliveries } from "@/db/schema/deliveries";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { events } from "@/db/schema/events";
import { choiceIn } from "@/server/core/choice";
import { chosenOf } from "@/server/core/choice-schema";
import type { Ctx } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { passing } from "@/server/data/choice-condition";
import { indexOrder, type Listed, readKeyset, type SortedPage } from "@/server/data/keyset";
import { orderOf, sortOf } from "@/server/data/order";
import { type Total, totalOf } from "@/server/data/total";
import { isId } from "@/server/platform/ids";
import { ownedHook } from "@/server/webhooks/hooks/read";

/**
 * The states of a delivery: `waiting` for an attempt, `delivered` after a successful one, else `failed`; `held` if no
 * attempt was made because the webhook was switched off.
 */
export const DELIVERY_STATES = ["waiting", "delivered", "failed", "held"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The filter of lists of deliveries. */
export const DeliveryFilter = z.object({ state: chosenOf(z.enum(DELIVERY_STATES)).optional() });
export type DeliveryFilter = z.output<typeof DeliveryFilter>;

/** An attempt without its answer. */
export type ListedAttempt = Omit<Attempt, "answer">;

/** A delivery without its body, which may be large. */
export interface ListedDelivery extends Omit<Delivery, "hook" | "body"> {
  event: string;
  state: DeliveryState;
  attemptsMade: number;
  lastAttempt: ListedAttempt | undefined;
  /** When the next attempt is due. */
  nextAt: Date | null;
}

/** The attempts of a delivery, summed up. */
interface Made {
  attemptsMade: number;
  hasSucceeded: boolean;
  lastAttempt: ListedAttempt | undefined;
}

const NONE: Made = { attemptsMade: 0, hasSucceeded: false, lastAttempt: undefined };

function stateOf({ attemptsMade, hasSucceeded }: Made, isQueued: boolean): DeliveryState {
  if (isQueued) return "waiting";
  if (hasSucceeded) return "delivered";
  return attemptsMade > 0 ? "failed" : "held";
}

const { hook: _hook, body: _body, ...listedFields } = getTableColumns(deliveries);
const { answer: _answer, ...attemptFields } = getTableColumns(attempts);

interface Row {
  delivery: Omit<Delivery, "hook" | "body">;
  event: string;
  dueAt: Date | null;
}

/** The summed-up attempts of the deliveries, by delivery id. */
async function madeOf(ctx: Ctx, ids: string[]): Promise<Map<string, Made>> {
  const ofThem = inArray(attempts.deliveryId, ids);
  const { deliveryId } = attempts;
  const [sums, newest] = await Promise.all([
    ctx.db
      .select({
        deliveryId,
        attemptsMade: count(),
        hasSucceeded: sql<boolean>`coalesce(bool_or(${attempts.status} < 400), false)`,
      })
      .from(attempts)
      .where(ofThem)
      .groupBy(deliveryId),
    ctx.db
      .selectDistinctOn([deliveryId], attemptFields)
      .from(attempts)
      .where(ofThem)
      .orderBy(deliveryId, desc(attempts.id)),
  ]);
  const lastAttempts = new Map(newest.map((one) => [one.deliveryId, one]));
  return new Map(
    sums.map(({ deliveryId, ...sum }) => [deliveryId, { ...sum, lastAttempt: lastAttempts.get(deliveryId) }]),
  );
}

/** The state of a delivery by its attempts. */
const standing = (made: Made, dueAt: Date | null) => ({
  state: stateOf(made, dueAt !== null),
  attemptsMade: made.attemptsMade,
  lastAttempt: made.lastAttempt,
  nextAt: dueAt,
});

/** SQL for the state of a delivery, left-joined with the queue, as `stateOf` has it. */
export const stateOfDelivery = sql<DeliveryState>`case when ${deliveryQueue.deliveryId} is not null then 'waiting'
  when exists (select from ${attempts} where ${attempts.deliveryId} = ${deliveries.id} and ${attempts.status} < 400) then 'delivered'
  when exists (select from ${attempts} where ${attempts.deliveryId} = ${deliveries.id}) then 'failed' else 'held' end`;

const isIn = ({ state }: DeliveryFilter) =>
  state === undefined
    ? undefined
    : passing(
        choiceIn(state),
        (states) =>
          sql`${stateOfDelivery} in (${sql.join(
            states.map((one) => sql`${one}`),
            sql`, `,
          )})`,
      );

/** The number of deliveries of one of the caller's webhooks that match a filter. */
export async function totalOfDeliveries(ctx: Ctx, hookId: string, filter: DeliveryFilter): Promise<Total> {
  const hook = await ownedHook(ctx, hookId);
  const own = eq(deliveries.hookId, hook.id);
  return totalOf(ctx, {
    from: sql`${deliveries} left join ${deliveryQueue} on ${deliveryQueue.deliveryId} = ${deliveries.id}`,
    ways: [{ where: own, indexOrder: indexOrder({ time: deliveries.createdAt, id: deliveries.id }) }],
    passes: isIn(filter),
    where: and(own, isIn(filter)),
  });
}

/** How a list of deliveries may be sorted. */
export const DeliverySort = sortOf("time");

/** The deliveries of one of the caller's webhooks, newest first unless sorted otherwise; kept for 30 days. */
export async function listDeliveries(
  ctx: Ctx,
  hookId: string,
  page: SortedPage<"time">,
  filter: DeliveryFilter = {},
): Promise<Listed<ListedDelivery>> {
  const hook = await ownedHook(ctx, hookId);
  const own = eq(deliveries.hookId, hook.id);
  const left = isIn(filter);
  const time = deliveries.createdAt;
  const { entries, nextCursor } = await readKeyset<Row>(ctx, page, (ctx) => ({
    time,
    order: orderOf(page.sort, { time: { column: time, values: "time" } }, "time"),
    id: deliveries.id,
    keyOf: ({ delivery }) => ({ at: delivery.createdAt, id: delivery.id }),
    read: (range, order, limit) =>
      ctx.db
        .select({ delivery: listedFields, event: events.type, dueAt: deliveryQueue.dueAt })
        .from(deliveries)
        .innerJoin(events, eq(events.id, deliveries.eventId))
        .leftJoin(deliveryQueue, eq(deliveryQueue.deliveryId, deliveries.id))
        .where(and(own, left, range))
        .orderBy(...order)
        .limit(limit),
    ...(left && { walked: { table: deliveries, where: own } }),
  }));
  const made = await madeOf(
    ctx,
    entries.map(({ delivery }) => delivery.id),
  );
  return {
    entries: entries.map(({ delivery, event, dueAt }) => ({
      ...delivery,
      event,
      ...standing(made.get(delivery.id) ?? NONE, dueAt),
    })),
    nextCursor,
  };
}

/** Replays add attempts without limit. */
const MAX_ATTEMPTS_SHOWN = 100;

/**
 * One delivery of one of the caller's webhooks, with its body and its newest 100 attempts.
 * @throws 404 for any other delivery
 */
export async function getDelivery(ctx: Ctx, hookId: string, id: string) {
  const hook = await ownedHook(ctx, hookId);
  const own = and(eq(deliveries.hookId, hook.id), eq(deliveries.id, id));
  const [row] = isId(id)
    ? await ctx.db
        .select({ delivery: deliveries, event: events.type, dueAt: deliveryQueue.dueAt })
        .from(deliveries)
        .innerJoin(events, eq(events.id, deliveries.eventId))
        .leftJoin(deliveryQueue, eq(deliveryQueue.deliveryId, deliveries.id))
        .where(own)
    : [];
  if (!row) throw notFound("delivery-not-found", `There is no delivery ${id}.`);
  const [made, newest] = await Promise.all([
    madeOf(ctx, [id]),
    ctx.db
      .select()
      .from(attempts)
      .where(eq(attempts.deliveryId, id))
      .orderBy(desc(attempts.id))
      .limit(MAX_ATTEMPTS_SHOWN),
  ]);
  return {
    ...row.delivery,
    event: row.event,
    ...standing(made.get(id) ?? NONE, row.dueAt),
    attempts: newest,
  };
}
