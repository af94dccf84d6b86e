import { makePgArray } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import { newId } from "@/server/platform/ids";
import type { Sendable, Slots } from "./concurrency";
import { MESSAGE, type Message } from "./message";

/** After this time the process that claimed a delivery counts as dead. */
export const LEASE_SECONDS = 60;

/** Each claim takes its webhooks from the oldest due deliveries, and from a walk over further webhooks. */
const MAX_OLDEST = 200;
const MAX_WALKED_HOOKS = 500;
export const MAX_CLAIM_BATCH_SIZE = 256;

/** A claim reads messages up to this size; larger ones are read before sending, so that waiting deliveries stay small. */
const MAX_LIGHT_BYTES = 8 * 1024;

/** A due delivery under a lease of this process. */
export interface ClaimedDelivery extends Sendable {
  id: string;
  lease: string;
  attemptsMade: number;
  /** Milliseconds of `performance.now()`. */
  claimedAt: number;
  /** The message as of the claim; undefined for a large one. */
  message: Message | undefined;
}

const IS_FREE = "(leased_until is null or leased_until <= now())";

/*
 * Claims the oldest due deliveries of each webhook, up to the webhook's free slots. The webhooks are those of the oldest
 * due deliveries; behind a large backlog, also those on a walk along the index that continues from `$1` with every claim.
 * So one webhook's backlog does not block another, and deliveries that are due later cost nothing.
 * `bytes` is the approximate uncompressed size of the rows in memory. The commit does not wait for the disk: a claim that
 * a crash undoes is made again.
 *
 * For the planner, webhook and due time are compared as a row, which only one index can answer; the other index would
 * read the backlogs of all webhooks. Limits are also given as constants: with an unknown limit the planner expects very
 * many rows, and plans every claim anew.
 */
const CLAIM = `
  with recursive oldest as materialized (
    select hook_id from delivery_queue where due_at <= now() and ${IS_FREE} order by due_at limit ${MAX_OLDEST}
  ), walk as (
    (select hook_id, 1 as steps from delivery_queue
      where hook_id > $1 and (select count(*) from oldest) = ${MAX_OLDEST} order by hook_id limit 1)
    union all
    select (select next.hook_id from delivery_queue next where next.hook_id > walk.hook_id order by next.hook_id limit 1),
      steps + 1
    from walk where walk.hook_id is not null and steps < ${MAX_WALKED_HOOKS}
  ), hook as (
    select candidate.hook_id, coalesce(($2::text::jsonb -> candidate.hook_id::text)::int, $3) as places
    from (select hook_id from oldest union select hook_id from walk) candidate join hooks on hooks.id = candidate.hook_id
    where hooks.producer_id <> all($4::uuid[])
      and not exists (select from cell_moves where cell_moves.producer_id = hooks.producer_id and state <> 'copying')
    order by random()
  ), due as materialized (
    select delivery_id from (
      select of_hook.delivery_id from hook cross join lateral (
        select delivery_id from (
          select delivery_id from delivery_queue
          where (hook_id, due_at) >= (hook.hook_id, '-infinity') and (hook_id, due_at) <= (hook.hook_id, now()) and ${IS_FREE}
          order by delivery_queue.hook_id, due_at limit hook.places for update skip locked
        ) oldest_of_hook limit ${MAX_CLAIM_BATCH_SIZE}
      ) of_hook limit $5
    ) wanted limit ${MAX_CLAIM_BATCH_SIZE}
  ), claimed as (
    update delivery_queue set lease = $6, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    from due where delivery_queue.delivery_id = due.delivery_id
    returning delivery_queue.*
  )
  select claimed.delivery_id as id, claimed.hook_id as "hookId", hooks.producer_id as "producerId", claimed.lease,
    claimed.attempts_made as "attemptsMade", weight.bytes, message.*,
    (select hook_id from walk where steps = ${MAX_WALKED_HOOKS}) as "walkedTo"
  from (select set_config('synchronous_commit', 'off', true)) as always left join (claimed
    join deliveries on deliveries.id = claimed.delivery_id join events on events.id = deliveries.event_id join hooks on hooks.id = claimed.hook_id
    cross join lateral (select coalesce(octet_length(deliveries.body),
      pg_column_size(events.snapshot || '{}') + pg_column_size(deliveries.hook)) as bytes) weight
    left join lateral (select ${MESSAGE} where weight.bytes <= ${MAX_LIGHT_BYTES}) message on true) on true
  order by claimed.hook_id, deliveries.created_at`;

const BEFORE_ALL_HOOKS = "00000000-0000-0000-0000-000000000000";

/** A claimed delivery, with its message if that is small; a single row without a delivery if none was claimed. */
type Row = { walkedTo: string | null } & (ClaimedRow | { id: null });
type ClaimedRow = Omit<ClaimedDelivery, "claimedAt" | "message"> & (Message | { url: null });

const deliveryOf = (row: ClaimedRow, claimedAt: number): ClaimedDelivery => ({
  id: row.id,
  hookId: row.hookId,
  producerId: row.producerId,
  lease: row.lease,
  attemptsMade: row.attemptsMade,
  bytes: row.bytes,
  claimedAt,
  message: row.url === null ? undefined : row,
});

/** Opens the claims of a process. Any number of processes may claim at the same time. */
export function openClaims(client: Sql): (slots: Slots) => Promise<ClaimedDelivery[]> {
  let walkedTo = BEFORE_ALL_HOOKS;

  return async ({ most, ofOthers, ofHooks, full }) => {
    const parameters = [
      walkedTo,
      JSON.stringify(Object.fromEntries(ofHooks)),
      ofOthers,
      makePgArray(full),
      most,
      newId(),
    ];
    // After a failure the next claim walks from the start.
    walkedTo = BEFORE_ALL_HOOKS;
    const rows = await client.unsafe<Row[]>(CLAIM, parameters, { prepare: true });
    walkedTo = rows[0]?.walkedTo ?? BEFORE_ALL_HOOKS;
    const claimedAt = performance.now();
    return rows.flatMap((row) => (row.id === null ? [] : deliveryOf(row, claimedAt)));
  };
}
