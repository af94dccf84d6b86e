import { sql } from "drizzle-orm";
import { events } from "@/db/schema/events";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import type { EventName } from "@/server/events/catalogue";
import { HOOK_IN_JSON, producerOf } from "@/server/events/emit";
import { newId } from "@/server/platform/ids";
import { ownedOpenHook } from "@/server/webhooks/hooks/read";
import { queueEvent } from "@/server/webhooks/queue-events";
import { sampleOf } from "@/server/webhooks/samples";

/**
 * Sends a sample event to one webhook, whatever events it is for; delivered, signed and recorded like any event.
 * Returns the delivery's id.
 * @throws 404 for a webhook that is not the caller's, 409 for one that is switched off
 */
export const sendTestEvent = (ctx: Ctx, hookId: string, event: EventName): Promise<string> =>
  inTransaction(ctx, async (ctx) => {
    const { producerId } = callingProducer(ctx);
    const hook = await ownedOpenHook(ctx, hookId);
    const [eventId, now] = [newId(), new Date()];
    const sample = JSON.stringify(sampleOf(event, { producerId, at: now }));
    await ctx.db.insert(events).values({
      id: eventId,
      type: event,
      producerId,
      hooks: sql`(select jsonb_build_array(${sql.raw(HOOK_IN_JSON)}) from hooks hook where id = ${hook.id})`,
      createdAt: now,
      snapshot: sql`${sample}::jsonb || jsonb_build_object('producer', ${producerOf(sql`${producerId}`)})`,
    });
    const made = await queueEvent(ctx, { producerId, eventId });
    await recordAuditEvent(ctx, "hookTestSent", { producerId, id: hook.id, name: hook.url });
    return only(made);
  });
