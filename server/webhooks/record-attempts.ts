import { PgDialect } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import { emitAuditEvents } from "@/server/events/emit-audit-events";
import { SWITCHED_OFF_AFTER_SECONDS, scaledMs } from "./schedule";

/** The result of one attempt, with the lease that it was made under. */
export interface AttemptResult {
  deliveryId: string;
  hookId: string;
  lease: string;
  startedAt: Date;
  latencyMs: number;
  /** HTTP status of the answer; null without an answer. */
  status: number | null;
  /** Why there was no answer. */
  failure: string | null;
  answer: string | null;
  isSuccess: boolean;
  /** Attempts before this one, as of the claim. */
  attemptsMade: number;
  /** Milliseconds from recording to the next attempt; null if there is none. */
  nextInMs: number | null;
  /** The sent body, for retries; null after a success. */
  body: string | null;
}

const EMIT = new PgDialect({ casing: "snake_case" }).sqlToQuery(emitAuditEvents(undefined)).sql;

/*
 * Skips the results of webhooks whose rows are locked, so that other results do not wait. A delivery whose attempt count
 * was reset meanwhile is being replayed, so its last failure does not end it. A delivery that was redacted meanwhile keeps
 * neither bytes nor answer: the statement waits for the redaction's row lock. A webhook without a success for `$2` seconds
 * is switched off, provided that attempts continue. Recorded deliveries leave `set_aside`.
 *
 * For the planner, memberships are compared with true: as joins they would be nested loops, since deliverers'
 * connections do without hash joins (decision 0036).
 */
const RECORD = `
  with told as materialized (
    select *, now() + make_interval(secs => "nextInMs" / 1000) as "nextAt"
    from json_to_recordset($1::text::json) as r("deliveryId" uuid, "hookId" uuid, lease uuid,
      "startedAt" timestamptz, "latencyMs" int, status int, failure text, answer text, "isSuccess" boolean,
      "attemptsMade" int, "nextInMs" float8, body text)
  ), locked as materialized (
    select id, switched_off_at from hooks where id in (select "hookId" from told) order by id for no key update skip locked
  ), result as materialized (
    select * from told where ("hookId" in (select id from locked)) is true
  ), delivery as materialized (
    select deliveries.id, redacted, result.* from result join deliveries on deliveries.id = "deliveryId"
    order by deliveries.id for key share of deliveries
  ), tried as (
    insert into attempts (delivery_id, started_at, latency_ms, status, failure, answer, next_at)
    select id, "startedAt", "latencyMs", status, failure, case when not redacted then answer end, "nextAt" from delivery
    on conflict (delivery_id, started_at) do nothing
    returning delivery_id
  ), over as (
    delete from delivery_queue using result
    where delivery_id = "deliveryId" and delivery_queue.lease = result.lease
      and ("isSuccess" or "nextAt" is null and attempts_made >= "attemptsMade")
    returning delivery_id
  ), later as (
    update delivery_queue
    set due_at = coalesce("nextAt", now()), lease = null, leased_until = null, attempts_made = attempts_made + 1 from result
    where delivery_id = "deliveryId" and delivery_queue.lease = result.lease
      and not "isSuccess" and ("nextAt" is not null or attempts_made < "attemptsMade")
  ), kept as (
    update deliveries set body = result.body from result
    where deliveries.id = "deliveryId" and deliveries.body is null and result.body is not null and not redacted
  ), written as (
    delete from set_aside using result where loop = 'delivering' and key = "deliveryId"::text
  ), outcome as (
    select "hookId", count(*) filter (where "isSuccess") as successes, min("startedAt") as began, max("startedAt") as ended
    from result where ("deliveryId" in (select delivery_id from tried)) is true group by "hookId"
  ), counted as (
    update hooks set executed = executed + successes,
      failing_since = case
        when successes > 0 or not exists (
          select from delivery_queue where hook_id = hooks.id and delivery_id not in (select delivery_id from over))
        then null else coalesce(failing_since, began) end,
      switched_off_at = case when successes = 0 and failing_since <= ended - make_interval(secs => $2)
        then coalesce(switched_off_at, now()) else switched_off_at end
    from outcome where hooks.id = "hookId"
    returning hooks.id, producer_id, url, switched_off_at
  ), recorded as (
    insert into audit_events (producer_id, at, actor_type, actor_id, actor_name, action, target_kind, target_id, target_name,
      changes, request_id)
    select producer_id, counted.switched_off_at, 'system', 'system', 'Assay', 'hookSwitchedOff', 'hook', counted.id,
      left(url, 300), '[]', 'deliveries'
    from counted join locked using (id)
    where counted.switched_off_at is not null and locked.switched_off_at is null
    returning *
  ), emitted as (${EMIT}
  )
  select "deliveryId" from result`;

/**
 * Records attempts in one statement: the attempts, the next due times and the state of the webhooks. An attempt that is
 * already recorded, or whose delivery is deleted, changes nothing. Returns the ids of the recorded deliveries: all except
 * those whose webhook another transaction is changing.
 */
export async function recordAttempts(client: Sql, results: AttemptResult[]): Promise<string[]> {
  const seconds = scaledMs(SWITCHED_OFF_AFTER_SECONDS) / 1000;
  const done = await client.unsafe<{ deliveryId: string }[]>(RECORD, [JSON.stringify(results), seconds], {
    prepare: true,
  });
  return done.map(({ deliveryId }) => deliveryId);
}
