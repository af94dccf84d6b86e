import type { Sql } from "postgres";
import { SWITCHED_OFF_AFTER_SECONDS, scaledMs } from "./schedule";

/** What came of one try, under the lease that it was made under. */
export interface TryResult {
  deliveryId: string;
  hookId: string;
  lease: string;
  startedAt: Date;
  latencyMs: number;
  /** Of the answer, where there was one. */
  status: number | null;
  /** Why there was none. */
  failure: string | null;
  answer: string | null;
  isSuccess: boolean;
  nextAt: Date | null;
  /** What was sent, to be sent again; only after a failure. */
  body: string | null;
}

/** A hook that fails, and never succeeded between, is switched off after so long. */
const RECORD = `
  with result as materialized (
    select * from jsonb_to_recordset($1::text::jsonb) as r("deliveryId" uuid, "hookId" uuid, lease uuid,
      "startedAt" timestamptz, "latencyMs" int, status int, failure text, answer text, "isSuccess" boolean,
      "nextAt" timestamptz, body text)
  ), tried as (
    insert into tries (delivery_id, started_at, latency_ms, status, failure, answer, next_at)
    select "deliveryId", "startedAt", "latencyMs", status, failure, answer, "nextAt" from result
    where exists (select from deliveries where id = "deliveryId")
    on conflict (delivery_id, started_at) do nothing
    returning delivery_id
  ), over as (
    delete from delivery_queue using result
    where delivery_id = "deliveryId" and delivery_queue.lease = result.lease and "nextAt" is null
  ), later as (
    update delivery_queue set due_at = "nextAt", lease = null, tries_made = tries_made + 1 from result
    where delivery_id = "deliveryId" and delivery_queue.lease = result.lease and "nextAt" is not null
  ), kept as (
    update deliveries set body = result.body from result
    where deliveries.id = "deliveryId" and deliveries.body is null and result.body is not null
  ), outcome as (
    select "hookId", count(*) filter (where "isSuccess") as successes, min("startedAt") as began, max("startedAt") as ended
    from result where "deliveryId" in (select delivery_id from tried) group by "hookId"
  ), locked as materialized (
    select hooks.id from hooks join outcome on hooks.id = "hookId"
    where successes > 0 or failing_since is null or failing_since <= ended - make_interval(secs => $2)
    order by hooks.id for no key update of hooks
  )
  update hooks set executed = executed + successes,
    failing_since = case when successes > 0 then null else coalesce(failing_since, began) end,
    switched_off_at = case when successes = 0 and failing_since <= ended - make_interval(secs => $2)
      then coalesce(switched_off_at, now()) else switched_off_at end
  from outcome, locked where hooks.id = locked.id and "hookId" = locked.id`;

/**
 * Writes down what came of tries, all in one statement: the record, what is due next, and how the hooks fare. A try that is
 * written down already, or whose delivery is forgotten by now, changes nothing.
 */
export async function recordTries(client: Sql, results: TryResult[]): Promise<void> {
  const seconds = scaledMs(SWITCHED_OFF_AFTER_SECONDS) / 1000;
  await client.unsafe(RECORD, [JSON.stringify(results), seconds], { prepare: true });
}
