import { makePgArray } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import { newId } from "@/server/platform/ids";
import type { ToldEvent } from "./body";
import type { SealedSecrets } from "./sign";

/** After so long, whoever claimed a delivery is taken for dead. */
const LEASE_SECONDS = 60;

/** A delivery that is due, and is ours for a while. */
export interface ClaimedDelivery extends ToldEvent, SealedSecrets {
  id: string;
  lease: string;
  triesMade: number;
  isStopped: boolean;
  url: string;
  body: string | null;
}

/** How many deliveries may be claimed: altogether, of a hook that nothing is known of, and of those that are. */
export interface Places {
  most: number;
  ofUnknown: number;
  ofHooks: ReadonlyMap<string, number>;
}

/*
 * Goes from hook to hook on the index and takes the oldest of each that are due, as many as the hook has places for: so
 * no hook's backlog delays another's. `$1` is the hook that the claim before ended at.
 */
const CLAIM = `
  with recursive waiting as (
    (select hook_id from delivery_queue where hook_id > $1 order by hook_id limit 1)
    union all
    select (select next.hook_id from delivery_queue next where next.hook_id > waiting.hook_id order by next.hook_id limit 1)
    from waiting where waiting.hook_id is not null
  ), hook as (
    select waiting.hook_id, coalesce(known.places, $4) as places
    from waiting left join unnest($2::uuid[], $3::int[]) as known(hook_id, places) using (hook_id)
    where waiting.hook_id is not null
  ), due as (
    select oldest.delivery_id from hook cross join lateral (
      select delivery_id from delivery_queue
      where delivery_queue.hook_id = hook.hook_id and due_at <= now()
      order by due_at limit hook.places for update skip locked
    ) oldest
    limit $5
  ), claimed as (
    update delivery_queue set lease = $6, due_at = now() + make_interval(secs => ${LEASE_SECONDS})
    from due where delivery_queue.delivery_id = due.delivery_id
    returning delivery_queue.*
  )
  select claimed.delivery_id as id, claimed.hook_id as "hookId", claimed.lease, claimed.tries_made as "triesMade",
    hooks.switched_off_at is not null as "isStopped", hooks.url, deliveries.body, events.type, events.snapshot, deliveries.hook,
    hooks.secret, hooks.previous_secret as "previousSecret", hooks.previous_secret_until as "previousSecretUntil"
  from claimed join deliveries on deliveries.id = claimed.delivery_id
    join events on events.id = deliveries.event_id join hooks on hooks.id = claimed.hook_id
  order by claimed.hook_id, deliveries.created_at`;

const BEFORE_ALL_HOOKS = "00000000-0000-0000-0000-000000000000";

/** Claims deliveries round and round the hooks; any number of processes may do so at once. */
export function openClaims(client: Sql): (places: Places) => Promise<ClaimedDelivery[]> {
  let lastHook = BEFORE_ALL_HOOKS;

  async function claimAfter(hookId: string, { most, ofUnknown, ofHooks }: Places) {
    const known = [...ofHooks];
    return client.unsafe<ClaimedDelivery[]>(
      CLAIM,
      [
        hookId,
        makePgArray(known.map(([id]) => id)),
        makePgArray(known.map(([, places]) => places)),
        ofUnknown,
        most,
        newId(),
      ],
      { prepare: true },
    );
  }

  return async (places) => {
    const startedAfter = lastHook;
    let claimed: ClaimedDelivery[] = await claimAfter(startedAfter, places);
    if (claimed.length === 0 && startedAfter !== BEFORE_ALL_HOOKS) {
      claimed = await claimAfter(BEFORE_ALL_HOOKS, places);
    }
    lastHook =
      claimed.length === places.most ? (claimed.at(-1)?.hookId ?? BEFORE_ALL_HOOKS) : BEFORE_ALL_HOOKS;
    return claimed;
  };
}
