import { makePgArray } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import { newId } from "@/server/platform/ids";
import type { Sendable, Slots } from "./concurrency";
import { MESSAGE, type Message } from "./message";

/** After so long, whoever claimed a delivery is taken for dead. */
export const LEASE_SECONDS = 60;

/** So many of those that are due the longest name hooks at each claim; and so many hooks beside are walked past. */
const OLDEST = 200;
const WALKED = 500;
/** So many are claimed at once. */
export const MAX_CLAIM_BATCH_SIZE = 256;

/** The message of a delivery comes with the claim unless it takes more; whoever has to wait is not to fill the memory. */
const LIGHT_BYTES = 8 * 1024;

/** A delivery that is due, and is ours for a while. */
export interface ClaimedDelivery extends Sendable {
  id: string;
  lease: string;
  attemptsMade: number;
  /** By the clock of `performance`. */
  claimedAt: number;
  /** Of a light one, as it was when it was claimed. */
  message: Message | undefined;
}

const IS_FREE = "(leased_until is null or leased_until <= now())";

/*
 * Takes the oldest of each hook that are due, as many as the hook has places for. The hooks are those of what is due the
 * longest; and where that is much, some more on a walk from hook to hook on the index that goes on, from `$1`, with
 * every claim: so no hook's backlog keeps another from its turn, and what waits for later costs nothing.
 * `bytes` is what the rows take in memory, about, uncompressed. The commit does not wait for the disk: a claim that a
 * crash undoes is made again.
 *
 * For the planner, hooks and moments are compared as rows, which one index alone can answer: by the other it would pass
 * the backlogs of all hooks. And limits are also told as constants: one that it does not know makes it expect very many,
 * and plan anew for each claim.
 */
const CLAIM = `
  with recursive oldest as materialized (
    select hook_id from delivery_queue where due_at <= now() and ${IS_FREE} order by due_at limit ${OLDEST}
  ), walk as (
    (select hook_id, 1 as steps from delivery_queue
      where hook_id > $1 and (select count(*) from oldest) = ${OLDEST} order by hook_id limit 1)
    union all
    select (select next.hook_id from delivery_queue next where next.hook_id > walk.hook_id order by next.hook_id limit 1),
      steps + 1
    from walk where walk.hook_id is not null and steps < ${WALKED}
  ), hook as (
    select candidate.hook_id, coalesce(known.places, $4) as places
    from (select hook_id from oldest union select hook_id from walk) candidate join hooks on hooks.id = candidate.hook_id
      left join unnest($2::uuid[], $3::int[]) as known(hook_id, places) on known.hook_id = candidate.hook_id
    where hooks.producer_id <> all($5::uuid[])
    order by random()
  ), due as materialized (
    select delivery_id from (
      select of_hook.delivery_id from hook cross join lateral (
        select delivery_id from (
          select delivery_id from delivery_queue
          where (hook_id, due_at) >= (hook.hook_id, '-infinity') and (hook_id, due_at) <= (hook.hook_id, now()) and ${IS_FREE}
          order by delivery_queue.hook_id, due_at limit hook.places for update skip locked
        ) oldest_of_hook limit ${MAX_CLAIM_BATCH_SIZE}
      ) of_hook limit $6
    ) wanted limit ${MAX_CLAIM_BATCH_SIZE}
  ), claimed as (
    update delivery_queue set lease = $7, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    from due where delivery_queue.delivery_id = due.delivery_id
    returning delivery_queue.*
  )
  select claimed.delivery_id as id, claimed.hook_id as "hookId", hooks.producer_id as "producerId", claimed.lease,
    claimed.attempts_made as "triesMade", weight.bytes, message.*,
    (select hook_id from walk where steps = ${WALKED}) as "walkedTo"
  from (select set_config('synchronous_commit', 'off', true)) as always left join (claimed
    join deliveries on deliveries.id = claimed.delivery_id join events on events.id = deliveries.event_id join hooks on hooks.id = claimed.hook_id
    cross join lateral (select coalesce(octet_length(deliveries.body),
      pg_column_size(events.snapshot || '{}') + pg_column_size(deliveries.hook)) as bytes) weight
    left join lateral (select ${MESSAGE} where weight.bytes <= ${LIGHT_BYTES}) message on true) on true
  order by claimed.hook_id, deliveries.created_at`;

const BEFORE_ALL_HOOKS = "00000000-0000-0000-0000-000000000000";

/** A claimed delivery, with its message where that is light; or, where there is none, a row without one. */
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

/** Claims deliveries of all hooks; any number of processes may do so at once. */
export function openClaims(client: Sql): (slots: Slots) => Promise<ClaimedDelivery[]> {
  let walkedTo = BEFORE_ALL_HOOKS;

  return async ({ most, ofOthers, ofHooks, full }) => {
    const parameters = [
      walkedTo,
      makePgArray([...ofHooks.keys()]),
      makePgArray([...ofHooks.values()]),
      ofOthers,
      makePgArray(full),
      most,
      newId(),
    ];
    // Where this fails, the next one walks elsewhere.
    walkedTo = BEFORE_ALL_HOOKS;
    const rows = await client.unsafe<Row[]>(CLAIM, parameters, { prepare: true });
    walkedTo = rows[0]?.walkedTo ?? BEFORE_ALL_HOOKS;
    const claimedAt = performance.now();
    return rows.flatMap((row) => (row.id === null ? [] : deliveryOf(row, claimedAt)));
  };
}
