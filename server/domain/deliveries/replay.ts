import { sql } from "drizzle-orm";
import { deliveries } from "@/db/schema/deliveries";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { tries } from "@/db/schema/tries";
import { type Ctx, inTransaction } from "@/server/ctx";
import { ownedOpenHook } from "@/server/domain/hooks/read";
import { getDelivery } from "./read";

/** Sends a delivery again, now and, where that fails, as often as a new one: the same bytes under the same id. */
export const replayDelivery = (ctx: Ctx, hookId: string, id: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const hook = await ownedOpenHook(ctx, hookId);
    const delivery = await getDelivery(ctx, hook.id, id);
    await ctx.db
      .insert(deliveryQueue)
      .values({ deliveryId: delivery.id, hookId: hook.id, dueAt: new Date() })
      .onConflictDoUpdate({
        target: deliveryQueue.deliveryId,
        set: { dueAt: new Date(), triesMade: 0 },
        // One that is under way is not sent beside itself.
        setWhere: sql`${deliveryQueue.lease} is null`,
      });
  });

/** Sends again whatever of a hook was announced since then and never delivered, held events included; how many that are. */
export const replayFailed = (ctx: Ctx, hookId: string, since: Date): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    const hook = await ownedOpenHook(ctx, hookId);
    const queued = await ctx.db.execute(sql`
      insert into ${deliveryQueue} (delivery_id, hook_id, due_at)
      select ${deliveries.id}, ${deliveries.hookId}, now() from ${deliveries}
      where ${deliveries.hookId} = ${hook.id} and ${deliveries.createdAt} >= ${since.toISOString()}
        and not exists (select from ${tries} where ${tries.deliveryId} = ${deliveries.id} and ${tries.status} < 400)
      on conflict (delivery_id) do update set due_at = now(), tries_made = 0 where delivery_queue.lease is null
      returning delivery_id`);
    return queued.length;
  });
