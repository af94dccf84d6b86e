import type { PendingQuery, Row, Sql } from "postgres";
import { HELD_FOR_SECONDS } from "@/server/domain/hooks/release-held";
import { log } from "@/server/platform/log";
import type { ClaimedDelivery } from "./claim";

const DROP_BATCH_SIZE = 5_000;
const HOLD_BATCH_SIZE = 5_000;

/** Ends a claim without an attempt: any process can claim the delivery at once. */
export const giveBack = (client: Sql, { id, lease }: ClaimedDelivery) => client`
  update delivery_queue set lease = null, leased_until = null where delivery_id = ${id} and lease = ${lease}`;

/**
 * Removes all deliveries of a webhook from the queue, unless the webhook was switched on again: nothing is sent to webhooks
 * that are switched off or deleted. The deliveries remain stored and can be replayed.
 */
export async function dropQueueOf(client: Sql, hookId: string): Promise<void> {
  for (;;) {
    const dropped = await client`
      with stopped as materialized (
        select id from hooks where id = ${hookId} and switched_off_at is not null for share
      )
      delete from delivery_queue where delivery_id in (
        select delivery_id from delivery_queue join stopped on hook_id = stopped.id limit ${DROP_BATCH_SIZE})`;
    if (dropped.count < DROP_BATCH_SIZE) return;
  }
}

/**
 * Holds all due deliveries of a webhook while `heldHook` selects its id, except attempts in flight. Held deliveries become
 * due again after `HELD_FOR_SECONDS`, so that none is forgotten, and are released at once when the reason ends.
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
        limit ${HOLD_BATCH_SIZE} for update of delivery_queue skip locked)`;
    if (held.count < HOLD_BATCH_SIZE) return;
  }
}

/** Holds the due deliveries of a webhook until its suspended producer is reactivated. */
export const holdSuspended = (client: Sql, delivery: ClaimedDelivery): Promise<void> =>
  holdQueueOf(
    client,
    delivery,
    () => client`
      select hooks.id from hooks join producers on producers.id = hooks.producer_id
      where hooks.id = ${delivery.hookId} and suspended_at is not null for share of producers`,
  );

/** Holds the due deliveries of a webhook whose secret no key of this process opens, and marks it until a process can. */
export async function holdUnreadable(client: Sql, delivery: ClaimedDelivery): Promise<void> {
  const { hookId } = delivery;
  const marked = await client`
    update hooks set secret_unreadable_since = now() where id = ${hookId} and secret_unreadable_since is null`;
  if (marked.count > 0)
    log.error({ hook: hookId }, "deliveries are held: the webhook's secret cannot be read");
  await holdQueueOf(
    client,
    delivery,
    () => client`
      select id from hooks where id = ${hookId} and secret_unreadable_since is not null for share`,
  );
}
