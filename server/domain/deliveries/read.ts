import { and, desc, eq, getTableColumns, inArray } from "drizzle-orm";
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

/** A try without the answer that it was given. */
export type ListedTry = Omit<Try, "answer">;

/** A delivery without what is sent, which may be much. */
export interface ListedDelivery extends Omit<Delivery, "hook" | "body"> {
  event: string;
  state: DeliveryState;
  triesMade: number;
  lastTry: ListedTry | undefined;
  /** When the next try is due. */
  nextAt: Date | null;
}

const isSuccess = (one: ListedTry) => one.status !== null && one.status < 400;

function stateOf(made: ListedTry[], isQueued: boolean): DeliveryState {
  if (isQueued) return "waiting";
  if (made.some(isSuccess)) return "delivered";
  return made.length > 0 ? "failed" : "held";
}

const { hook: _hook, body: _body, ...listedFields } = getTableColumns(deliveries);
const { answer: _answer, ...triedFields } = getTableColumns(tries);

interface Listed {
  delivery: Omit<Delivery, "hook" | "body">;
  event: string;
  dueAt: Date | null;
}

/** How a delivery stands, by what was tried, newest first. */
const standing = <T extends ListedTry>(made: T[], dueAt: Date | null) => ({
  state: stateOf(made, dueAt !== null),
  triesMade: made.length,
  lastTry: made[0],
  nextAt: dueAt,
});

/** The deliveries of one of the caller's hooks, newest first; kept for 30 days. */
export async function listDeliveries(ctx: Ctx, hookId: string, page: Page): Promise<Paged<ListedDelivery>> {
  const hook = await ownedHook(ctx, hookId);
  const { entries, next } = await readPage<Listed>(page, {
    time: deliveries.createdAt,
    timeOf: ({ delivery }) => delivery.createdAt,
    rankOf: ({ delivery }) => delivery.id,
    read: (older, order) =>
      ctx.db
        .select({ delivery: listedFields, event: events.type, dueAt: deliveryQueue.dueAt })
        .from(deliveries)
        .innerJoin(events, eq(events.id, deliveries.eventId))
        .leftJoin(deliveryQueue, eq(deliveryQueue.deliveryId, deliveries.id))
        .where(and(eq(deliveries.hookId, hook.id), older))
        .orderBy(order),
  });
  const ids = entries.map(({ delivery }) => delivery.id);
  const made = await ctx.db
    .select(triedFields)
    .from(tries)
    .where(inArray(tries.deliveryId, ids))
    .orderBy(desc(tries.id));
  const byDelivery = new Map(ids.map((id): [string, ListedTry[]] => [id, []]));
  for (const one of made) byDelivery.get(one.deliveryId)?.push(one);
  return {
    entries: entries.map(({ delivery, event, dueAt }) => ({
      ...delivery,
      event,
      ...standing(byDelivery.get(delivery.id) ?? [], dueAt),
    })),
    next,
  };
}

/** One delivery of one of the caller's hooks, with what is sent and every try, newest first. 404 for any other. */
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
  const made = await ctx.db.select().from(tries).where(eq(tries.deliveryId, id)).orderBy(desc(tries.id));
  return { ...row.delivery, event: row.event, ...standing(made, row.dueAt), tries: made };
}
