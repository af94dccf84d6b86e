import { sql } from "drizzle-orm";
import { deliveries } from "@/db/schema/deliveries";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { events } from "@/db/schema/events";
import { unqueuedEvents } from "@/db/schema/unqueued-events";
import type { Ctx } from "@/server/ctx";

const KEPT_DAYS = 30;
const AT_ONCE = 1_000;

/**
 * Forgets events that are 30 days old, with their deliveries and tries, unless one is still to be delivered. Returns how
 * many. The signal ends it early.
 */
export async function forgetOldEvents({ db }: Pick<Ctx, "db">, signal?: AbortSignal): Promise<number> {
  let forgotten = 0;
  while (!signal?.aborted) {
    const gone = await db.execute(sql`
      delete from ${events} where ${events.id} in (
        select id from ${events} as old
        where old.created_at < now() - make_interval(days => ${KEPT_DAYS}) and not exists (
          select from ${deliveryQueue} join ${deliveries} on ${deliveries.id} = ${deliveryQueue.deliveryId}
          where ${deliveries.eventId} = old.id)
          and not exists (select from ${unqueuedEvents} where producer_id = old.producer_id and event_id = old.id)
        order by old.id limit ${AT_ONCE})
      returning ${events.id}`);
    forgotten += gone.length;
    if (gone.length < AT_ONCE) break;
  }
  return forgotten;
}
