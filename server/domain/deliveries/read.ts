import { and, desc, eq, inArray } from "drizzle-orm";
import { type Delivery, deliveries } from "@/db/schema/deliveries";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { events } from "@/db/schema/events";
import { type Try, tries } from "@/db/schema/tries";
import type { Ctx } from "@/server/ctx";
import { ownedHook } from "@/server/domain/hooks/read";
import { type Page, type Paged, readPage } from "@/server/domain/shared/paging";
import { notFound } from "@/server/errors";
import { isId } from "@/server/platform/ids";

/**
 * How a delivery stands: `waiting` for a try, `delivered` once a try succeeded, else `failed`; `held` where none was made,
 * since the hook was switched off.
 */
export type DeliveryState = "waiting" | "delivered" | "failed" | "held";

export interface ListedDelivery extends Delivery {
  event: string;
  state: DeliveryState;
  triesMade: number;
  lastTry: Try | undefined;
  /** When the next try is due. */
  nextAt: Date | null;
}

const isSuccess = (one: Try) => one.status !== null && one.status < 400;

function stateOf(made: Try[], isQueued: boolean): DeliveryState {
  if (isQueued) return "waiting";
  if (made.some(isSuccess)) return "delivered";
  return made.length > 0 ? "failed" : "held";
}

type Row = { delivery: Delivery; event: string; dueAt: Date | null };

const rowsOf = (ctx: Ctx) =>
  ctx.db
    .select({ delivery: deliveries, event: events.type, dueAt: deliveryQueue.dueAt })
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .leftJoin(deliveryQueue, eq(deliveryQueue.deliveryId, deliveries.id));

/** Adds what was tried, newest first, to deliveries of a page. */
async function withTries(ctx: Ctx, rows: Row[]): Promise<(ListedDelivery & { tries: Try[] })[]> {
  const ids = rows.map(({ delivery }) => delivery.id);
  const made =
    ids.length === 0
      ? []
      : await ctx.db.select().from(tries).where(inArray(tries.deliveryId, ids)).orderBy(desc(tries.id));
  const byDelivery = new Map(ids.map((id): [string, Try[]] => [id, []]));
  for (const one of made) byDelivery.get(one.deliveryId)?.push(one);
  return rows.map(({ delivery, event, dueAt }) => {
    const own = byDelivery.get(delivery.id) ?? [];
    return {
      ...delivery,
      event,
      state: stateOf(own, dueAt !== null),
      triesMade: own.length,
      lastTry: own[0],
      nextAt: dueAt,
      tries: own,
    };
  });
}

/** The deliveries of one of the caller's hooks, newest first; kept for 30 days. */
export async function listDeliveries(ctx: Ctx, hookId: string, page: Page): Promise<Paged<ListedDelivery>> {
  const hook = await ownedHook(ctx, hookId);
  const { entries, next } = await readPage<Row>(page, {
    time: deliveries.createdAt,
    timeOf: ({ delivery }) => delivery.createdAt,
    rankOf: ({ delivery }) => delivery.id,
    read: (older, order) =>
      rowsOf(ctx)
        .where(and(eq(deliveries.hookId, hook.id), older))
        .orderBy(order),
  });
  return { entries: await withTries(ctx, entries), next };
}

/** One delivery of one of the caller's hooks, with every try, newest first. 404 for any other. */
export async function getDelivery(ctx: Ctx, hookId: string, id: string) {
  const hook = await ownedHook(ctx, hookId);
  const rows = isId(id)
    ? await rowsOf(ctx).where(and(eq(deliveries.hookId, hook.id), eq(deliveries.id, id)))
    : [];
  const [delivery] = await withTries(ctx, rows);
  if (!delivery) throw notFound("delivery-not-found", `There is no delivery ${id}.`);
  return delivery;
}
