import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { alertNotes } from "@/db/schema/alert-notes";
import { deliveries } from "@/db/schema/deliveries";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { events } from "@/db/schema/events";
import { hooks } from "@/db/schema/hooks";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { timeOfId } from "@/server/platform/ids";
import { type DeliveryState, stateOfDelivery } from "./read";

const MAX_SHOWN = 50;

/** A delivery of an alert's event to a webhook. */
export interface AlertDelivery {
  id: string;
  event: string;
  hookId: string;
  url: string;
  createdAt: Date;
  state: DeliveryState;
}

/** The deliveries of the events of an alert of the caller. Its events have the times of the alert and of its last state. */
export async function deliveriesOfAlert(ctx: Ctx, alertId: string): Promise<AlertDelivery[]> {
  const { producerId } = callingProducer(ctx);
  const moves = await ctx.db
    .select({ at: alertNotes.at })
    .from(alertNotes)
    .where(and(eq(alertNotes.alertId, alertId), inArray(alertNotes.state, ["confirmed", "falseAlarm"])));
  const moments = [new Date(timeOfId(alertId)), ...moves.map(({ at }) => at)];
  return ctx.db
    .select({
      id: deliveries.id,
      event: events.type,
      hookId: deliveries.hookId,
      url: hooks.url,
      createdAt: deliveries.createdAt,
      state: stateOfDelivery,
    })
    .from(events)
    .innerJoin(deliveries, eq(deliveries.eventId, events.id))
    .innerJoin(hooks, eq(hooks.id, deliveries.hookId))
    .leftJoin(deliveryQueue, eq(deliveryQueue.deliveryId, deliveries.id))
    .where(
      and(
        eq(events.producerId, producerId),
        inArray(events.createdAt, moments),
        inArray(events.type, ["alertOpened", "alertResolved"]),
        sql`${events.snapshot} #>> '{alert,id}' = ${alertId}`,
      ),
    )
    .orderBy(asc(events.createdAt), asc(deliveries.id))
    .limit(MAX_SHOWN);
}
