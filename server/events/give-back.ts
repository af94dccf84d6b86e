import type { Sql } from "postgres";
import type { ClaimedDelivery } from "./claim";
import { HELD_FOR_SECONDS } from "./schedule";

const DROPPED_AT_ONCE = 5_000;
const HELD_AT_ONCE = 5_000;

/** Ends a claim of which no try came: whoever delivers next may have it at once. */
export const giveBack = (client: Sql, { id, lease }: ClaimedDelivery) => client`
  update delivery_queue set lease = null, leased_until = null where delivery_id = ${id} and lease = ${lease}`;

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

/**
 * Keeps all that is due for a hook of a suspended producer waiting, tries under way excepted: it is looked at again after
 * a while, so that nothing is forgotten, and goes on at once when the producer is reactivated.
 */
export async function holdQueueOf(client: Sql, { id, hookId, lease }: ClaimedDelivery): Promise<void> {
  for (;;) {
    const held = await client`
      with suspended as materialized (
        select hooks.id from hooks join producers on producers.id = hooks.producer_id
        where hooks.id = ${hookId} and suspended_at is not null for share of producers
      )
      update delivery_queue set due_at = now() + make_interval(secs => ${HELD_FOR_SECONDS}), lease = null, leased_until = null
      where delivery_id in (
        select delivery_id from delivery_queue join suspended on hook_id = suspended.id
        where delivery_id = ${id} and lease = ${lease} or lease is null and due_at <= now()
        limit ${HELD_AT_ONCE} for update of delivery_queue skip locked)`;
    if (held.count < HELD_AT_ONCE) return;
  }
}
