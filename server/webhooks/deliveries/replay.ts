import { type SQL, sql } from "drizzle-orm";
import { attempts } from "@/db/schema/attempts";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { events } from "@/db/schema/events";
import type { Hook } from "@/db/schema/hooks";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { cursorOf, type Key } from "@/server/data/keyset";
import { only } from "@/server/data/only";
import { walkIndexes } from "@/server/data/walk-indexes";
import { hasActed } from "@/server/domain/audit-log/has-events";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { restAfter } from "@/server/loops/rest";
import { ownedOpenHook } from "@/server/webhooks/hooks/read";
import { getDelivery } from "./read";

/** The webhook's row is locked for one batch: changes to the webhook wait, and results are recorded later. */
const REPLAY_BATCH_SIZE = 500;
const MAX_WALK_MS = 2_000;
/** Pages of replays of one webhook by one person within this time count as one replay. */
const ONE_REPLAY_MS = 600_000;

interface Queued extends Record<string, unknown> {
  /** Deliveries that were read, and those of them that were queued because they were not due already. */
  walked: number;
  queued: number;
  /** Creation time and id of the last delivery that was read. */
  at: string | null;
  id: string | null;
}

/**
 * Queues the chosen deliveries of a walk, oldest first: due at once, with all attempts of a new delivery. A delivery in
 * flight is not sent twice, but restarts as a new one if it fails. The lock keeps events from being deleted meanwhile.
 */
const queue = async (ctx: Ctx, { walked, chosen }: { walked: SQL; chosen?: SQL }): Promise<Queued> =>
  only(
    await walkIndexes(ctx.db, (db) =>
      db.execute<Queued>(sql`
  with walked as materialized (
    select id, event_id, hook_id, created_at from deliveries
    where ${walked} order by created_at, id limit ${REPLAY_BATCH_SIZE}
  ), chosen as materialized (
    select walked.id, walked.hook_id from walked join ${events} on ${events.id} = walked.event_id
    where ${chosen ?? sql`true`}
    for key share of ${events}
  ), queued as (
    insert into ${deliveryQueue} (delivery_id, hook_id, due_at)
    select id, hook_id, now() from chosen
    on conflict (delivery_id) do update set attempts_made = 0,
      due_at = case when ${deliveryQueue.lease} is null then now() else ${deliveryQueue.dueAt} end
      where ${deliveryQueue.attemptsMade} > 0
        or (${deliveryQueue.lease} is null and ${deliveryQueue.dueAt} > clock_timestamp())
    returning delivery_id
  )
  select (select count(*)::int from walked) as walked, (select count(*)::int from queued) as queued,
    to_json(last.created_at) #>> '{}' as at, last.id
  from (select) as always left join (select created_at, id from walked order by created_at desc, id desc limit 1) last on true`),
    ),
  );

const recordReplay = (ctx: Ctx, { producerId, id, url }: Hook) =>
  recordAuditEvent(ctx, "hookReplayed", { producerId, id, name: url });

/** Sends a delivery again at once, with the same bytes and id. If it fails, it is retried like a new one. */
export const replayDelivery = (ctx: Ctx, hookId: string, id: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const hook = await ownedOpenHook(ctx, hookId);
    const delivery = await getDelivery(ctx, hook.id, id);
    await queue(ctx, { walked: sql`id = ${delivery.id}` });
    await recordReplay(ctx, hook);
  });

/** The progress of a replay. */
export interface Replayed {
  /** Deliveries that are sent again and were not due already. */
  replayed: number;
  /** Where the replay continues; null once all are replayed. */
  nextCursor: string | null;
}

const SUCCEEDED = sql`select from ${attempts} where ${attempts.deliveryId} = walked.id and ${attempts.status} < 400`;

/** Where a replay begins: at a time or, if it continues, after a cursor. */
interface From {
  since: Date;
  after?: Key | null | undefined;
}

const replaySome = (ctx: Ctx, hookId: string, { since, after }: From): Promise<Queued> =>
  inTransaction(ctx, async (ctx) => {
    const hook = await ownedOpenHook(ctx, hookId);
    // A client may send a cursor without a recorded replay.
    if (!after || !(await hasActed(ctx, "hookReplayed", hook, ONE_REPLAY_MS))) await recordReplay(ctx, hook);
    const later = after ? sql`(created_at, id) > (${after.at.toISOString()}, ${after.id})` : sql`true`;
    return queue(ctx, {
      walked: sql`hook_id = ${hook.id} and created_at >= ${since.toISOString()} and ${later}`,
      chosen: sql`not exists (${SUCCEEDED})`,
    });
  });

/**
 * Replays the deliveries of a webhook since a time that were never delivered, including held ones; oldest first.
 * Stops after `walkForMs`; the caller continues with `after` at `nextCursor`.
 */
export async function replayFailed(
  ctx: Ctx,
  hookId: string,
  { since, after }: From,
  walkForMs = MAX_WALK_MS,
): Promise<Replayed> {
  const end = performance.now() + walkForMs;
  let replayed = 0;
  for (let reached = after; ; ) {
    const began = performance.now();
    const { walked, queued, at, id } = await replaySome(ctx, hookId, { since, after: reached });
    replayed += queued;
    if (walked < REPLAY_BATCH_SIZE || at === null || id === null) return { replayed, nextCursor: null };
    reached = { at: new Date(at), id };
    if (performance.now() > end) return { replayed, nextCursor: cursorOf(reached) };
    // Results of attempts are recorded only while the webhook's row is unlocked.
    await restAfter(began);
  }
}
