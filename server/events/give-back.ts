import type { Sql } from "postgres";
import type { ClaimedDelivery } from "./claim";

const DROPPED_AT_ONCE = 5_000;

/** Ends a claim of which no try came: whoever delivers next may have it at once. */
export const giveBack = (client: Sql, { id, lease }: ClaimedDelivery) => client`
  update delivery_queue set due_at = now(), lease = null where delivery_id = ${id} and lease = ${lease}`;

/**
 * Takes all that waits for a hook out of the queue, unless it was switched on again: nothing is sent for hooks that were
 * switched off or deleted. The deliveries remain, and can be replayed.
 */
export async function dropQueueOf(client: Sql, hookId: string): Promise<void> {
  for (;;) {
    const dropped = await client`
      with stopped as materialized (
        select id from hooks where id = ${hookId} and switched_off_at is not null for share
      )
      delete from delivery_queue where delivery_id in (
        select delivery_id from delivery_queue join stopped on hook_id = stopped.id limit ${DROPPED_AT_ONCE})`;
    if (dropped.count < DROPPED_AT_ONCE) return;
  }
}
