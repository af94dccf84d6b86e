import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { only } from "@/server/data/only";
import { walkIndexes } from "@/server/data/walk-indexes";

/** Counting stops here, so that a reading stays cheap. */
export const MAX_COUNTED = 10_000;

/** Work that waits and jobs, over all processes; counts end at `MAX_COUNTED`. */
export interface Backlog extends Record<string, unknown> {
  pendingEvents: number;
  queuedDeliveries: number;
  dueDeliveries: number;
  uncountedScans: number;
  unassessedScans: number;
  runningJobs: number;
  waitingJobs: number;
  /** Jobs that ended within the last hour. */
  doneJobs: number;
  failedJobs: number;
  cancelledJobs: number;
  /** Connections of all clients to the database server, and its maximum. */
  connections: number;
  maxConnections: number;
  databaseBytes: number;
  /** Unix time of the newest recorded backup; 0 where there is none. */
  lastBackupSeconds: number;
}

const atMost = (query: string) =>
  sql.raw(`(select count(*)::int from (${query} limit ${MAX_COUNTED}) counted)`);
const ended = (state: string) =>
  sql.raw(`(select count(*)::int from (select state from jobs where ended_at > now() - interval '1 hour'
    order by ended_at desc limit ${MAX_COUNTED}) ended where state = '${state}')`);

/** Each share of producers is assessed up to an id of its own; the lowest of them is where the walk begins. */
const UNASSESSED = `select from scans where id >= (select min(settled::text)::uuid from assessment_progress)
  and id >= (select settled from assessment_progress where share = share_of(producer_id))`;

const IS_FREE = "(leased_until is null or leased_until <= now())";

/** Reads the backlog in one statement, which stays cheap however much there is. */
export const readBacklog = async (db: Db): Promise<Backlog> =>
  only(
    await walkIndexes(db, (db) =>
      db.execute<Backlog>(sql`
      select ${atMost("select from pending_events")} as "pendingEvents",
        ${atMost("select from delivery_queue")} as "queuedDeliveries",
        ${atMost(`select from delivery_queue where due_at <= now() and ${IS_FREE}`)} as "dueDeliveries",
        ${atMost("select from pending_rollups")} as "uncountedScans",
        ${atMost(UNASSESSED)} as "unassessedScans",
        ${atMost("select from jobs where ended_at is null and leased_until > now()")} as "runningJobs",
        ${atMost(`select from jobs where ended_at is null and ${IS_FREE}`)} as "waitingJobs",
        ${ended("done")} as "doneJobs", ${ended("failed")} as "failedJobs", ${ended("cancelled")} as "cancelledJobs",
        (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
        current_setting('max_connections')::int as "maxConnections",
        pg_database_size(current_database())::float8 as "databaseBytes",
        coalesce((select extract(epoch from at)::float8 from backups order by id desc limit 1), 0) as "lastBackupSeconds"`),
    ),
  );
