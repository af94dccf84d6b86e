import { sql } from "drizzle-orm";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { hooks } from "@/db/schema/hooks";
import type { Ctx } from "@/server/core/ctx";

const RELEASED_AT_ONCE = 5_000;
const RELEASE_FOR_MS = 2_000;

/**
 * Lets all that waits for a producer's hooks, or for one hook, be due at once. Where that is more than a call has time for,
 * the rest becomes due within the hour by itself.
 */
export async function releaseHeld(
  { db }: Pick<Ctx, "db">,
  of: { producerId: string } | { hookId: string },
): Promise<void> {
  const isOf = "hookId" in of ? sql`${hooks.id} = ${of.hookId}` : sql`${hooks.producerId} = ${of.producerId}`;
  const end = performance.now() + RELEASE_FOR_MS;
  for (let released = RELEASED_AT_ONCE; released === RELEASED_AT_ONCE && performance.now() < end; ) {
    const rows = await db.execute(sql`
      update ${deliveryQueue} set due_at = now() where delivery_id in (
        select delivery_id from ${deliveryQueue} join ${hooks} on ${hooks.id} = hook_id
        where ${isOf} and lease is null and due_at > now()
        limit ${RELEASED_AT_ONCE} for update of ${deliveryQueue} skip locked)
      returning delivery_id`);
    released = rows.length;
  }
}
