import type { PendingQuery, Row, Sql } from "postgres";
import { log } from "@/server/platform/log";
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
 * Keeps all that is due for a hook waiting as long as `heldHook` selects its id, attempts under way excepted: it is looked
 * at again after a while, so that nothing is forgotten, and released at once when the reason ends.
 */
async function holdQueueOf(
  client: Sql,
  { id, lease }: ClaimedDelivery,
  heldHook: () => PendingQuery<Row[]>,
): Promise<void> {
  for (;;) {
    const held = await client`
      with held as materialized (${heldHook()})
      update delivery_queue set due_at = now() + make_interval(secs => ${HELD_FOR_SECONDS}), lease = null, leased_until = null
      where delivery_id in (
        select delivery_id from delivery_queue join held on hook_id = held.id
        where delivery_id = ${id} and lease = ${lease} or lease is null and due_at <= now()
        limit ${HELD_AT_ONCE} for update of delivery_queue skip locked)`;
    if (held.count < HELD_AT_ONCE) return;
  }
}

/** Holds what is due for a hook of a suspended producer until it is reactivated. */
export const holdSuspended = (client: Sql, delivery: ClaimedDelivery): Promise<void> =>
  holdQueueOf(
    client,
    delivery,
    () => client`
      select hooks.id from hooks join producers on producers.id = hooks.producer_id
      where hooks.id = ${delivery.hookId} and suspended_at is not null for share of producers`,
  );

/** Holds what is due for a hook whose secret no key here opens, and marks the hook, until some process can read it. */
export async function holdUnreadable(client: Sql, delivery: ClaimedDelivery): Promise<void> {
  const { hookId } = delivery;
  const marked = await client`
    update hooks set secret_unreadable_since = now() where id = ${hookId} and secret_unreadable_since is null`;
  if (marked.count > 0)
    log.error({ hook: hookId }, "deliveries are held: the secret of their hook cannot be read");
  await holdQueueOf(
    client,
    delivery,
    () => client`
      select id from hooks where id = ${hookId} and secret_unreadable_since is not null for share`,
  );
}
