import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { attempts } from "@/db/schema/attempts";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { events } from "@/db/schema/events";
import type { Hook } from "@/db/schema/hooks";
import type { Job } from "@/db/schema/jobs";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { walkIndexes } from "@/server/data/walk-indexes";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import type { Step } from "@/server/domain/jobs/progress";
import { requestJob } from "@/server/domain/jobs/request";
import type { JobInput } from "@/server/domain/jobs/schema";
import { ownedOpenHook } from "@/server/webhooks/hooks/read";
import { getDelivery } from "./read";

/** The webhook's row is locked for one batch: changes to the webhook wait, and results are recorded later. */
const REPLAY_BATCH_SIZE = 500;
const MAX_COUNTED = 500_000;

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

const SUCCEEDED = sql`select from ${attempts} where ${attempts.deliveryId} = walked.id and ${attempts.status} < 400`;

const Reached = z.object({ at: z.string(), id: z.string() }).nullable();

/** Replays the next deliveries of a webhook since a time that were never delivered, including held ones; oldest first. */
export async function replayBatch(
  ctx: Ctx,
  { hookId, since }: JobInput<"replay">,
  cursor: unknown,
): Promise<Step> {
  const after = Reached.parse(cursor);
  const hook = await ownedOpenHook(ctx, hookId);
  const later = after ? sql`(created_at, id) > (${after.at}, ${after.id})` : sql`true`;
  const { walked, queued, at, id } = await queue(ctx, {
    walked: sql`${sinceOf(hook, since)} and ${later}`,
    chosen: sql`not exists (${SUCCEEDED})`,
  });
  const isDone = walked < REPLAY_BATCH_SIZE || at === null || id === null;
  return { cursor: isDone ? null : { at, id }, done: walked, counts: { replayed: queued } };
}

const sinceOf = ({ id }: Hook, since: number) =>
  sql`hook_id = ${id} and created_at >= ${new Date(since).toISOString()}`;

/** The number of deliveries since a time; null if there are more than counting may take. */
async function countSince({ db }: Ctx, hook: Hook, since: number): Promise<number | null> {
  const rows = await walkIndexes(db, (db) =>
    db.execute<{ count: number }>(sql`select count(*)::int as count from (
      select from deliveries where ${sinceOf(hook, since)} limit ${MAX_COUNTED + 1}) counted`),
  );
  const { count } = only(rows);
  return count > MAX_COUNTED ? null : count;
}

/**
 * Replays a webhook's undelivered deliveries since a time as a job: few at once, many in the background.
 * @throws 404 for a webhook that is not open, 409 if it is switched off
 */
export const requestReplay = (ctx: Ctx, input: JobInput<"replay">): Promise<Job> =>
  inTransaction(ctx, async (ctx) => {
    const hook = await ownedOpenHook(ctx, input.hookId);
    await recordReplay(ctx, hook);
    const total = await countSince(ctx, hook, input.since);
    return requestJob(ctx, { kind: "replay", input, name: hook.url, total }, (ctx) =>
      replayBatch(ctx, input, null),
    );
  });
