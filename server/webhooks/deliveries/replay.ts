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

/** For so many the hook is held: who would change it waits, and what came of its tries is written down later. */
const WALKED_AT_ONCE = 500;
const WALK_FOR_MS = 2_000;
/** So long do the pages of one person's replays of a hook count as one. */
const ONE_REPLAY_MS = 600_000;

interface Queued extends Record<string, unknown> {
  /** How many were found, of which as many were not due already. */
  walked: number;
  queued: number;
  /** Of the last that was found. */
  at: string | null;
  id: string | null;
}

/**
 * Queues what is chosen of the deliveries that are walked, oldest first: due at once and as often as a new one. One that is
 * under way is not sent beside itself, but goes on as a new one where it fails. Events are not forgotten meanwhile.
 */
const queue = async (ctx: Ctx, { walked, chosen }: { walked: SQL; chosen?: SQL }): Promise<Queued> =>
  only(
    await walkIndexes(ctx.db, (db) =>
      db.execute<Queued>(sql`
  with walked as materialized (
    select id, event_id, hook_id, created_at from deliveries
    where ${walked} order by created_at, id limit ${WALKED_AT_ONCE}
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

/** Sends a delivery again, now and, where that fails, as often as a new one: the same bytes under the same id. */
export const replayDelivery = (ctx: Ctx, hookId: string, id: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const hook = await ownedOpenHook(ctx, hookId);
    const delivery = await getDelivery(ctx, hook.id, id);
    await queue(ctx, { walked: sql`id = ${delivery.id}` });
    await recordReplay(ctx, hook);
  });

/** How far a replay has come. */
export interface Replayed {
  /** How many are sent again that were not due already. */
  replayed: number;
  /** Where it goes on; nothing once all are replayed. */
  nextCursor: string | null;
}

const SUCCEEDED = sql`select from ${attempts} where ${attempts.deliveryId} = walked.id and ${attempts.status} < 400`;

/** Where a replay begins: at a moment, or, once it has come somewhere, after that. */
interface From {
  since: Date;
  after?: Key | null | undefined;
}

const replaySome = (ctx: Ctx, hookId: string, { since, after }: From): Promise<Queued> =>
  inTransaction(ctx, async (ctx) => {
    const hook = await ownedOpenHook(ctx, hookId);
    // Whoever says that they go on may have begun nothing.
    if (!after || !(await hasActed(ctx, "hookReplayed", hook, ONE_REPLAY_MS))) await recordReplay(ctx, hook);
    const later = after ? sql`(created_at, id) > (${after.at.toISOString()}, ${after.id})` : sql`true`;
    return queue(ctx, {
      walked: sql`hook_id = ${hook.id} and created_at >= ${since.toISOString()} and ${later}`,
      chosen: sql`not exists (${SUCCEEDED})`,
    });
  });

/**
 * Sends again what of a hook was announced since then and never delivered, held events included: as much as is found in a
 * while, the oldest first. Then it is to be asked to go on, `after` what it has come to.
 */
export async function replayFailed(
  ctx: Ctx,
  hookId: string,
  { since, after }: From,
  walkForMs = WALK_FOR_MS,
): Promise<Replayed> {
  const end = performance.now() + walkForMs;
  let replayed = 0;
  for (let come = after; ; ) {
    const began = performance.now();
    const { walked, queued, at, id } = await replaySome(ctx, hookId, { since, after: come });
    replayed += queued;
    if (walked < WALKED_AT_ONCE || at === null || id === null) return { replayed, nextCursor: null };
    come = { at: new Date(at), id };
    if (performance.now() > end) return { replayed, nextCursor: cursorOf(come) };
    // What came of tries is written down where the hook happens to be free.
    await restAfter(began);
  }
}
