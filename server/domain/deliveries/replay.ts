import { sql } from "drizzle-orm";
import { deliveries } from "@/db/schema/deliveries";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { events } from "@/db/schema/events";
import { tries } from "@/db/schema/tries";
import { type Ctx, inTransaction } from "@/server/ctx";
import { ownedOpenHook } from "@/server/domain/hooks/read";
import { getDelivery } from "./read";

const AT_ONCE = 5_000;

/**
 * Due at once and as often as a new one; one that is under way is not sent beside itself, but goes on as a new one where it
 * fails. Events are not forgotten meanwhile.
 */
const queue = (ctx: Ctx, chosen: ReturnType<typeof sql>) =>
  ctx.db.execute<{ id: string }>(sql`
  with chosen as materialized (
    select ${deliveries.id}, ${deliveries.hookId}, ${deliveries.createdAt} from ${deliveries}
      join ${events} on ${events.id} = ${deliveries.eventId}
    where ${chosen}
    order by ${deliveries.createdAt}, ${deliveries.id} limit ${AT_ONCE}
    for key share of ${events}
  ), queued as (
    insert into ${deliveryQueue} (delivery_id, hook_id, due_at)
    select id, hook_id, now() from chosen
    on conflict (delivery_id) do update set tries_made = 0,
      due_at = case when ${deliveryQueue.lease} is null then now() else ${deliveryQueue.dueAt} end
  )
  select id from chosen order by created_at, id`);

/** Sends a delivery again, now and, where that fails, as often as a new one: the same bytes under the same id. */
export const replayDelivery = (ctx: Ctx, hookId: string, id: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const hook = await ownedOpenHook(ctx, hookId);
    const delivery = await getDelivery(ctx, hook.id, id);
    await queue(ctx, sql`${deliveries.id} = ${delivery.id}`);
  });

/**
 * Sends again whatever of a hook was announced since then and never delivered, held events included; how many that are.
 * Many are queued in several transactions, the oldest first: where that is broken off, the rest can be asked for again.
 */
export async function replayFailed(ctx: Ctx, hookId: string, since: Date): Promise<number> {
  let count = 0;
  let last: string | undefined;
  for (;;) {
    const queued = await inTransaction(ctx, async (ctx) => {
      const hook = await ownedOpenHook(ctx, hookId);
      const later = last
        ? sql`(${deliveries.createdAt}, ${deliveries.id}) > (select created_at, id from deliveries where id = ${last})`
        : sql`${deliveries.createdAt} >= ${since.toISOString()}`;
      return queue(
        ctx,
        sql`${deliveries.hookId} = ${hook.id} and ${later}
          and not exists (select from ${tries} where ${tries.deliveryId} = ${deliveries.id} and ${tries.status} < 400)`,
      );
    });
    count += queued.length;
    last = queued.at(-1)?.id;
    if (last === undefined || queued.length < AT_ONCE) return count;
  }
}
