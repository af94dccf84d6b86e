import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { deliveries } from "@/db/schema/deliveries";
import { events } from "@/db/schema/events";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { EVENTS } from "@/server/events/catalogue";
import { bodyOf } from "@/server/webhooks/body";

const Type = z.enum(EVENTS);

/** The body that every attempt of one of the caller's deliveries sends. */
export async function bodyOfDelivery(ctx: Ctx, deliveryId: string): Promise<string> {
  const { producerId } = callingProducer(ctx);
  const { body, hook, type, snapshot } = only(
    await ctx.db
      .select({
        body: deliveries.body,
        hook: deliveries.hook,
        type: events.type,
        snapshot: events.snapshot,
      })
      .from(deliveries)
      .innerJoin(events, eq(events.id, deliveries.eventId))
      .where(and(eq(deliveries.id, deliveryId), eq(events.producerId, producerId))),
  );
  return body ?? bodyOf({ type: Type.parse(type), snapshot, hook });
}
