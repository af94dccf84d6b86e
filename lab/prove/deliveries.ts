import { makePgArray } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import type { ReceivedCall, Receiver } from "./receivers";
import { type Check, exactly } from "./report";
import { waitFor } from "./wait-for";
import type { AcknowledgedScan } from "./writers";

/** Waits until every event has its deliveries. */
export const untilAllQueued = (sql: Sql, withinMs: number) =>
  waitFor("every event is queued", withinMs, async () => {
    const [row] = await sql<{ left: number }[]>`select count(*)::int as left from pending_events`.catch(
      () => [],
    );
    return row?.left === 0;
  });

/** Waits until the delivery queue is empty. */
export async function untilAllSent(sql: Sql, withinMs: number): Promise<void> {
  await untilAllQueued(sql, withinMs);
  await waitFor("every delivery is sent", withinMs, async () => {
    const [row] = await sql<{ waiting: number }[]>`select count(*)::int as waiting from delivery_queue`.catch(
      () => [],
    );
    return row?.waiting === 0;
  });
}

/**
 * Releases the leases of a dead process, which would otherwise last for up to 60 s. Call it only while no process with
 * leases runs.
 */
export async function freeLeases(sql: Sql): Promise<number> {
  const freed =
    await sql`update delivery_queue set lease = null, leased_until = null where lease is not null`;
  return freed.count;
}

/** Number of deliveries of acknowledged scans that their webhooks never received. */
export function lostTo(receivers: readonly Receiver[], scans: readonly AcknowledgedScan[]): number {
  return receivers.reduce((lost, receiver) => {
    const received = new Set(receiver.taken.map(({ scanId }) => scanId));
    return lost + scans.filter(({ id }) => !received.has(id)).length;
  }, 0);
}

/** Groups calls by `webhook-id`, in their order. */
export function byWebhookId(calls: readonly ReceivedCall[]): ReceivedCall[][] {
  const byId = new Map<string, ReceivedCall[]>();
  for (const call of calls) byId.set(call.webhookId, [...(byId.get(call.webhookId) ?? []), call]);
  return [...byId.values()];
}

/** The times of the first success of deliveries that were accepted more than once. */
export const takenTwice = (calls: readonly ReceivedCall[]): number[] =>
  byWebhookId(calls.filter(({ taken }) => taken)).flatMap(([first, second]) =>
    first && second ? [first.at] : [],
  );

/** Checks that the `webhook-id` of every call is a delivery of a committed event. */
export async function forgeries(sql: Sql, calls: readonly { webhookId: string }[]): Promise<Check> {
  const ids = [...new Set(calls.map(({ webhookId }) => webhookId))];
  const [row] = await sql<{ known: number }[]>`
    select count(*)::int as known from deliveries join events on events.id = event_id
    where deliveries.id = any(${makePgArray(ids)}::uuid[])`;
  return exactly("sent webhook-ids without an event", 0, ids.length - (row?.known ?? 0));
}
