import { sql } from "drizzle-orm";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { hooks } from "@/db/schema/hooks";
import type { Ctx } from "@/server/core/ctx";

/** Held deliveries become due again after this time. */
export const HELD_FOR_SECONDS = 3600;

const RELEASE_BATCH_SIZE = 5_000;
const RELEASE_TIMEOUT_MS = 2_000;

/**
 * Makes the held deliveries of a producer's hooks, or of one hook, due at once, and with them attempts of the next hour; later
 * ones keep their time. Stops after two seconds, because a caller waits; the rest becomes due by itself within the hour.
 */
export async function releaseHeld(
  { db }: Pick<Ctx, "db">,
  of: { producerId: string } | { hookId: string },
): Promise<void> {
  const isOf = "hookId" in of ? sql`${hooks.id} = ${of.hookId}` : sql`${hooks.producerId} = ${of.producerId}`;
  const end = performance.now() + RELEASE_TIMEOUT_MS;
  for (let released = RELEASE_BATCH_SIZE; released === RELEASE_BATCH_SIZE && performance.now() < end; ) {
    const rows = await db.execute(sql`
      update ${deliveryQueue} set due_at = now() where delivery_id in (
        select delivery_id from ${deliveryQueue} join ${hooks} on ${hooks.id} = hook_id
        where ${isOf} and lease is null
          and due_at > now() and due_at <= now() + make_interval(secs => ${HELD_FOR_SECONDS})
        limit ${RELEASE_BATCH_SIZE} for update of ${deliveryQueue} skip locked)
      returning delivery_id`);
    released = rows.length;
  }
}
