import { sql } from "drizzle-orm";
import { alerts } from "@/db/schema/alerts";
import { events } from "@/db/schema/events";
import type { Ctx } from "@/server/core/ctx";
import { newId } from "@/server/platform/ids";
import { traceparentOf } from "@/server/platform/traces";
import { producerOf, waitingHooks } from "./emit";

/**
 * Writes an event of an alert as it is now, in the caller's transaction and where a webhook of its producer names the event. By
 * its time, the deliveries of an alert are found.
 */
export async function emitAlert(
  ctx: Ctx,
  event: "alertOpened" | "alertResolved",
  { alertId, at }: { alertId: string; at: Date },
): Promise<void> {
  const waiting = waitingHooks(event, {
    producerId: sql`alert.producer_id`,
    itemId: sql`null`,
    groupId: sql`null`,
  });
  await ctx.db.execute(sql`
    insert into ${events} (id, type, producer_id, hooks, created_at, traceparent, snapshot)
    select ${newId()}::uuid, ${event}, alert.producer_id, waiting.hooks, ${at.toISOString()}::timestamptz,
      ${traceparentOf(ctx.requestId) ?? null},
      jsonb_build_object('producer', ${producerOf(sql`alert.producer_id`)}, 'alert', to_jsonb(alert) - 'producer_id')
    from ${alerts} alert cross join lateral ${waiting} waiting
    where alert.id = ${alertId} and waiting.hooks is not null`);
}
