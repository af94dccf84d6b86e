import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { LOOPS, type LoopName, loopStates } from "@/db/schema/loop-states";
import { setAside } from "@/db/schema/set-aside";
import { walkIndexes } from "@/server/data/walk-indexes";

/** A loop is late above this lag, or above twice its interval where that is longer. */
const MIN_LATE_MS = 300_000;
/** The longest delay until a successful pass is recorded. */
const WRITTEN_WITHIN_MS = 60_000;

/** The state of a background loop, over all processes. */
export interface LoopState {
  loop: LoopName;
  /** How long the oldest piece of work has waited, or how long the next pass is overdue. */
  lagMs: number;
  isLate: boolean;
  succeededAt: Date | null;
  /** Since when no pass has succeeded; null while passes succeed. */
  failingSince: Date | null;
  failedAt: Date | null;
  /** The SQLSTATE or the kind of error of the newest failed pass. */
  errorCode: string | null;
  error: string | null;
  /** The number of pieces that fail alone and are retried later. */
  setAside: number;
}

interface Row extends Record<string, unknown> {
  loop: LoopName;
  intervalMs: number;
  succeededMs: number | null;
  failingMs: number | null;
  failedMs: number | null;
  errorCode: string | null;
  error: string | null;
  setAside: number;
  waitedMs: number | null;
  nowMs: number;
}

const ms = (moment: string) => sql.raw(`(extract(epoch from ${moment}) * 1000)::float8`);

/** SQL for the time of the oldest event still to be queued. Events are noted by producer: one index lookup for each. */
export const OLDEST_PENDING = `select min(events.created_at) from producers cross join lateral (
    select event_id from pending_events where producer_id = producers.id order by event_id limit 1
  ) noted join events on events.id = noted.event_id`;

/** SQL by loop for the time since which the oldest piece of its work waits: a few index lookups each. */
const OLDEST: Partial<Record<LoopName, string>> = {
  assessing: `select ('x' || replace(left(id::text, 13), '-', ''))::bit(48)::bigint::float8 from scans
    where id >= (select min(settled::text)::uuid from assessment_progress)
      and id >= (select settled from assessment_progress where share = share_of(producer_id)) order by id limit 1`,
  queueing: `select extract(epoch from (${OLDEST_PENDING}))::float8 * 1000`,
  delivering: `select extract(epoch from due_at)::float8 * 1000 from delivery_queue
    where due_at <= now() and (leased_until is null or leased_until <= now()) order by due_at limit 1`,
  // Rules without anything to count are evaluated after each hour.
  evaluatingRules: `select extract(epoch from case
      when evaluated_until < hour - interval '1 hour' then evaluated_until else hour end)::float8 * 1000
    from alert_rules join producers on producers.id = producer_id and producers.closed_at is null
      cross join date_trunc('hour', now() - interval '2 minutes') as of(hour)
    where is_on and deleted_at is null and evaluated_until <= hour
      and alert_rules.id::text not in (select key from set_aside where loop = 'evaluatingRules') order by evaluated_until limit 1`,
  mailingAlerts: `select extract(epoch from due_at)::float8 * 1000 from alert_mails
    where sent_at is null and given_up_at is null and due_at <= now() and person_id is not null order by due_at limit 1`,
  messagingChannels: `select extract(epoch from due_at)::float8 * 1000 from alert_mails
    where sent_at is null and given_up_at is null and due_at <= now() and channel_id is not null order by due_at limit 1`,
  erasing: `select extract(epoch from requested_at)::float8 * 1000 from erasures
    where done_at is null order by requested_at, id limit 1`,
  runningJobs: `select extract(epoch from min(turn_at))::float8 * 1000 from jobs
    join producers on producers.id = jobs.producer_id and producers.suspended_at is null
    where ended_at is null and (leased_until is null or leased_until <= now())`,
};

const oldest = sql.raw(
  Object.entries(OLDEST)
    .map(([loop, query]) => `when '${loop}' then (${query})`)
    .join(" "),
);

/** Loops that look for work each second. Other loops retry what they set aside at their own interval. */
const AWAITED = [
  "assessing",
  "counting",
  "queueing",
  "delivering",
  "countingBytes",
  "runningJobs",
] satisfies LoopName[];

/**
 * Alert rules are evaluated some seconds after a scan or a sighting: by then nothing else may be a sign of it. Notices that
 * cannot be sent are a sign only at first.
 */
const ALERTS_PENDING = `exists (select from alert_rules where is_on and deleted_at is null) and (
    exists (select from sightings where timestamp > now() - interval '30 seconds')
    or (select ('x' || replace(left(id::text, 13), '-', ''))::bit(48)::bigint from scans order by id desc limit 1)
      > extract(epoch from now()) * 1000 - 30000)
  or exists (select from alert_mails where sent_at is null and given_up_at is null
    and due_at between now() - interval '1 minute' and now())`;

const PENDING = sql.raw(`select exists (select from pending_rollups) or exists (select from pending_bytes)
  or exists (select from pending_events) or exists (select from late_scans) or exists (${OLDEST.assessing})
  or exists (select from delivery_queue where due_at <= now() + interval '5 seconds'
    and (leased_until is null or leased_until <= now()))
  or (${OLDEST.runningJobs}) is not null
  or ${ALERTS_PENDING}
  or exists (select from set_aside where loop in (${AWAITED.map((loop) => `'${loop}'`).join()}) and retry_at <= now()) as is`);

/** Whether a loop that looks for work each second would find any within some seconds. One statement of a few index lookups. */
export async function hasPendingWork(db: Db): Promise<boolean> {
  const [found] = await db.execute<{ is: boolean }>(PENDING);
  return found?.is ?? false;
}

const dateOf = (at: number | null) => (at === null ? null : new Date(at));

/** Reads the state of each loop that has ever run, in the order of `LOOPS`. */
export async function readLoops(db: Db): Promise<LoopState[]> {
  const rows = await walkIndexes(db, (db) =>
    db.execute<Row>(sql`
    select loop, interval_ms as "intervalMs", ${ms("succeeded_at")} as "succeededMs", ${ms("failing_since")} as "failingMs",
      ${ms("failed_at")} as "failedMs", error_code as "errorCode", error, ${ms("now()")} as "nowMs",
      (select count(*)::int from ${setAside} aside where aside.loop = states.loop) as "setAside",
      ${ms("now()")} - case loop ${oldest} end as "waitedMs"
    from ${loopStates} states`),
  );
  const states = rows.map((row): LoopState => {
    const { loop, intervalMs, succeededMs, failingMs, failedMs, errorCode, error, nowMs, waitedMs } = row;
    const since = succeededMs ?? failingMs ?? nowMs;
    const overdueMs = nowMs - since - intervalMs - WRITTEN_WITHIN_MS;
    const lagMs = Math.max(0, Math.round(waitedMs ?? 0), Math.round(overdueMs));
    return {
      loop,
      lagMs,
      isLate: lagMs > Math.max(MIN_LATE_MS, 2 * intervalMs),
      succeededAt: dateOf(succeededMs),
      failingSince: dateOf(failingMs),
      failedAt: dateOf(failedMs),
      errorCode,
      error,
      setAside: row.setAside,
    };
  });
  return states.toSorted((a, b) => LOOPS.indexOf(a.loop) - LOOPS.indexOf(b.loop));
}
