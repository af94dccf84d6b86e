import { sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import type { Loop, Run } from "@/server/loops/loop";
import { runPass } from "@/server/loops/pass";
import { IDLE_INTERVAL_MS } from "@/server/platform/activity";

/**
 * The advisory locks of the database function `count_scans()`: all counters share this one, and only recounts exclude them. With
 * the number of a share it is the lock of that share.
 */
const COUNTING_LOCK = 4_702_113;
/** Rows counted at once, in less than a second. */
const MAX_ROWS = 20_000;
/** Rows searched for producers with pending rows: of several batches, so that another process finds some, too. */
const MAX_ROWS_LISTED = 5 * MAX_ROWS;
const PRODUCERS_BATCH_SIZE = 200;

/** Some pending rows of a share. */
interface Pending extends Record<string, unknown> {
  share: number;
  producers: string[];
  rows: number;
}

const listPending = ({ db, aside }: Run): Promise<Pending[]> =>
  db.execute<Pending>(sql`
    select share_of(id) as share, json_agg(id) as producers, sum(rows)::float8 as rows from (
      select id, count(*) as rows from (
        select producer_id as id from pending_rollups
        where producer_id <> all(${makePgArray([...aside])}::uuid[]) limit ${MAX_ROWS_LISTED}) noted
      group by id) of_producers
    group by share`);

/** Producers of some shares with about as many rows as are counted at once. Others are left to other processes meanwhile. */
function pickProducers(pending: Pending[]): string[] {
  const from = Math.floor(Math.random() * pending.length);
  const producers: string[] = [];
  let count = 0;
  for (const { producers: own, rows } of [...pending.slice(from), ...pending.slice(0, from)]) {
    if (count >= MAX_ROWS) break;
    producers.push(...own);
    count += rows;
  }
  return producers.slice(0, PRODUCERS_BATCH_SIZE);
}

/** The number of scans counted, and of producers whose share no other process is counting. */
interface Counted extends Record<string, unknown> {
  scans: number;
  producers: number;
}

/** Counts some pending roll-up rows of those producers whose share is free; undefined where none is. */
async function countSome({ db }: Run, producers: string[]): Promise<Counted | undefined> {
  const [counted] = await db.execute<Counted>(sql`
    with free as materialized (
      select array(
        select id from unnest(${makePgArray(producers)}::uuid[]) as of(id)
        where pg_try_advisory_xact_lock_shared(${COUNTING_LOCK}) and pg_try_advisory_xact_lock(${COUNTING_LOCK}, share_of(id))
      ) as ids
    )
    select count_scans(ids, ${MAX_ROWS})::float8 as scans, cardinality(ids) as producers from free where cardinality(ids) > 0`);
  return counted;
}

/**
 * Adds pending roll-up rows to the roll-ups (decision 0025), producer by producer where the rows of one cannot be counted.
 * Any number of processes count different shares at the same time. Readers see the same counts as before, faster.
 */
export function counting(): Loop<string> & { counted(): number } {
  let total = 0;
  let isMore = false;
  return {
    name: "counting",
    intervalMs: 1_000,
    idleIntervalMs: IDLE_INTERVAL_MS,
    timeoutMs: 15_000,
    keyOf: (producerId) => producerId,
    async *batches(run) {
      do {
        isMore = false;
        const pending = await listPending(run);
        const producers = pickProducers(pending);
        if (producers.length === 0) return;
        const rows = pending.reduce((sum, share) => sum + share.rows, 0);
        yield producers;
        isMore &&= rows > MAX_ROWS || producers.length === PRODUCERS_BATCH_SIZE;
      } while (isMore && !run.signal.aborted);
    },
    async work(run, producers) {
      const counted = await countSome(run, producers);
      if (!counted) return "left";
      total += counted.scans;
      isMore ||= counted.scans > 0;
      return counted.producers < producers.length ? "left" : undefined;
    },
    counted: () => total,
  };
}

/** Runs one counting pass. Returns the number of scans added, changed or removed. */
export async function countScans(data: Pick<Run, "db" | "batchClient">): Promise<number> {
  const loop = counting();
  await runPass(loop, data);
  return loop.counted();
}
