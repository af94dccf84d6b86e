import { sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import type { Ctx } from "@/server/core/ctx";

/** Producers that one statement serves. */
const MAX_WALKED_PRODUCERS = 200;
const QUEUE_BATCH_SIZE = 1_000;

/** A random id with the time of the event's. */
const NEAR_EVENT = "overlay(gen_random_uuid()::text placing left(event_id::text, 15) from 1 for 15)::uuid";

/*
 * Makes and queues a delivery for each webhook of the events in `taken`. It is due by the database's clock, which claims
 * use too. A webhook that was or is switched off gets deliveries without a place in the queue: they can be replayed.
 * A webhook that its owner deleted gets none; a webhook that was deleted with its item or group still gets that event.
 */
const MAKE_DELIVERIES = `
  told as materialized (
    select events.id as event_id, events.created_at, hook from taken
      join events on events.id = taken.event_id cross join jsonb_array_elements(events.hooks) hook
  ), delivery as (
    insert into deliveries (id, event_id, hook_id, hook, created_at)
    select ${NEAR_EVENT}, event_id, hooks.id, hook, told.created_at from told join hooks on hooks.id = (hook ->> 'id')::uuid
    where hooks.deleted_at is null or hooks.switched_off_at is null
    returning id, hook_id, hook
  ), queued as (
    insert into delivery_queue (delivery_id, hook_id, due_at)
    select delivery.id, hook_id, now() from delivery join hooks on hooks.id = hook_id
    where hooks.switched_off_at is null and hook ->> 'switched_off_at' is null
  )`;

/*
 * Takes pending events round-robin, in random order of producers, so that one producer's backlog does not delay others.
 * The walk from producer to producer begins after `$1`; it yields about `$2` deliveries. The constant limits are for the
 * planner, which would expect very many rows without them.
 */
const QUEUE = `
  with recursive walk as (
    (select producer_id, 1 as steps from pending_events where producer_id > $1 order by producer_id limit 1)
    union all
    select (select next.producer_id from pending_events next
        where next.producer_id > walk.producer_id order by next.producer_id limit 1),
      steps + 1
    from walk where walk.producer_id is not null and steps < ${MAX_WALKED_PRODUCERS}
  ), noted as materialized (
    select of_producer.*, row_number() over (partition by walk.producer_id order by event_id) as nth, random() as chance
    from walk cross join lateral (
      select pending.producer_id, event_id from pending_events pending
      where pending.producer_id = walk.producer_id order by event_id
      limit greatest(1, $2 / (select count(producer_id) from walk)) for update skip locked
    ) of_producer
    limit ${QUEUE_BATCH_SIZE}
  ), in_turn as materialized (
    select * from (
      select noted.producer_id, event_id, sum(jsonb_array_length(hooks)) over turn - jsonb_array_length(hooks) as before
      from noted join events on events.id = event_id window turn as (order by nth, chance, event_id)
    ) weighed
    where before < $2 limit ${QUEUE_BATCH_SIZE}
  ), taken as (
    delete from pending_events pending using in_turn
    where pending.producer_id = in_turn.producer_id and pending.event_id = in_turn.event_id
    returning pending.event_id
  ), ${MAKE_DELIVERIES}
  select (select count(*)::int from taken) as taken, (select producer_id from walk where steps = ${MAX_WALKED_PRODUCERS}) as "walkedTo"`;

const BEFORE_ALL_PRODUCERS = "00000000-0000-0000-0000-000000000000";

/**
 * Opens the function that queues about `most` deliveries of pending events, at most 1,000, and returns the number of events.
 * Any number of processes may queue at the same time. 0 means that no event is pending, or that others hold them.
 */
export function openQueueing(client: Sql): (most: number) => Promise<number> {
  let walkedTo = BEFORE_ALL_PRODUCERS;
  return async function queueEvents(most): Promise<number> {
    const begunAt = walkedTo;
    // After a failure the next call begins at the first producer.
    walkedTo = BEFORE_ALL_PRODUCERS;
    const [done] = await client.unsafe<{ taken: number; walkedTo: string | null }[]>(QUEUE, [begunAt, most], {
      prepare: true,
    });
    walkedTo = done?.walkedTo ?? BEFORE_ALL_PRODUCERS;
    const taken = done?.taken ?? 0;
    return taken === 0 && begunAt !== BEFORE_ALL_PRODUCERS ? queueEvents(most) : taken;
  };
}

const QUEUE_LISTED = `
  with taken as (
    delete from pending_events pending using unnest($1::uuid[], $2::uuid[]) as listed(producer_id, event_id)
    where pending.producer_id = listed.producer_id and pending.event_id = listed.event_id returning pending.event_id
  ), ${MAKE_DELIVERIES}
  select count(*)::int as taken from taken`;

/** Queues the deliveries of those of the given events that are still pending. */
export const queueListed = (client: Sql, listed: readonly { producerId: string; eventId: string }[]) =>
  client.unsafe(QUEUE_LISTED, [
    makePgArray(listed.map(({ producerId }) => producerId)),
    makePgArray(listed.map(({ eventId }) => eventId)),
  ]);

const RETRY_LISTED = `
  with taken as (
    delete from set_aside where loop = 'queueing' and key = any($1::text[]) returning key::uuid as event_id
  ), ${MAKE_DELIVERIES}
  select count(*)::int as taken from taken`;

/** Queues the deliveries of events that were set aside, and removes them from `set_aside`. */
export async function retryListed(client: Sql, eventIds: readonly string[]): Promise<void> {
  await client.unsafe(RETRY_LISTED, [makePgArray([...eventIds])]);
}

/** Queues the deliveries of an event that the caller's transaction emitted. Returns their ids. */
export async function queueEvent(
  { db }: Pick<Ctx, "db">,
  { producerId, eventId }: { producerId: string; eventId: string },
): Promise<string[]> {
  const made = await db.execute<{ id: string }>(sql`
    with taken as (
      delete from pending_events where producer_id = ${producerId} and event_id = ${eventId} returning event_id
    ), ${sql.raw(MAKE_DELIVERIES)}
    select id from delivery`);
  return made.map(({ id }) => id);
}
