import { sql } from "drizzle-orm";
import { ALL_PRODUCERS } from "@/db/schema/scan-days";
import { type Ctx, callingAdmin } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { walkIndexes } from "@/server/data/walk-indexes";
import { OLDEST_PENDING, readLoops } from "@/server/loops/read";
import { buildInfo, migrationsOfThisBuild, VERSION } from "@/server/platform/build-info";
import { freeSpace } from "@/server/platform/free-space";
import { lastBackup, lastVerified } from "./backups";
import { type SystemFacts, verdictsOf } from "./verdicts";

/** Counting stops here. */
const MAX_WAITING = 10_000;
const MAX_ATTEMPTS_COUNTED = 10_000;

interface DatabaseFacts extends Record<string, unknown> {
  version: string;
  bytes: number;
  applied: number;
  connections: number;
  mostConnections: number;
  fsync: string;
  fullPageWrites: string;
  synchronousCommit: string;
  waiting: number;
  oldestDueSeconds: number | null;
  unreadableHooks: number;
  attempts: number;
  failures: number;
  scans: number;
}

/** Reads all facts of the database in one statement, which stays cheap however much data there is. */
const readDatabase = async ({ db }: Ctx): Promise<DatabaseFacts> =>
  only(
    await walkIndexes(db, (db) =>
      db.execute<DatabaseFacts>(sql`
      select current_setting('server_version') as version,
        pg_database_size(current_database())::float8 as bytes,
        (select count(*)::int from drizzle.__drizzle_migrations) as applied,
        (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
        current_setting('max_connections')::int as "mostConnections",
        current_setting('fsync') as fsync,
        current_setting('full_page_writes') as "fullPageWrites",
        current_setting('synchronous_commit') as "synchronousCommit",
        (select count(*)::int from (
          select from delivery_queue union all select from pending_events limit ${MAX_WAITING + 1}
        ) counted) as waiting,
        extract(epoch from now() - least(
          (select min(due_at) from delivery_queue where due_at <= now() and (leased_until is null or leased_until <= now())),
          (${sql.raw(OLDEST_PENDING)})
        ))::float8 as "oldestDueSeconds",
        (select count(*)::int from (select from hooks where secret_unreadable_since is not null limit ${MAX_WAITING}) held)
          as "unreadableHooks",
        made.attempts, made.failures,
        (select coalesce(sum(original + fake + unknown + error), 0)::float8 from scan_hours
          where producer_id = ${ALL_PRODUCERS} and facet = 'os'
            and hour >= date_trunc('hour', now(), 'UTC') - interval '1 hour') as scans
      from (select count(*)::int as attempts, (count(*) filter (where failure is not null or status >= 400))::int as failures
        from (select * from attempts order by id desc limit ${MAX_ATTEMPTS_COUNTED}) newest
        where started_at > now() - interval '1 hour') made`),
    ),
  );

/**
 * Reads the state of the service: facts, and a verdict on each group of them.
 *
 * @throws 403 for callers other than admins
 */
export async function readSystem(ctx: Ctx): Promise<{
  facts: SystemFacts;
  verdicts: ReturnType<typeof verdictsOf>;
  readAt: Date;
}> {
  callingAdmin(ctx);
  const [database, loops, disk, backup, verifiedAt] = await Promise.all([
    readDatabase(ctx),
    readLoops(ctx.db),
    freeSpace(),
    lastBackup(ctx),
    lastVerified(ctx),
  ]);
  const facts: SystemFacts = {
    service: {
      version: VERSION,
      build: buildInfo(),
      node: process.versions.node,
      upSeconds: Math.round(process.uptime()),
      memoryBytes: process.memoryUsage.rss(),
    },
    database: {
      version: database.version,
      bytes: database.bytes,
      migrations: { applied: database.applied, ofBuild: migrationsOfThisBuild() },
      connections: { open: database.connections, most: database.mostConnections },
      durable: {
        fsync: database.fsync,
        fullPageWrites: database.fullPageWrites,
        synchronousCommit: database.synchronousCommit,
      },
    },
    deliveries: {
      waiting: Math.min(database.waiting, MAX_WAITING),
      isMore: database.waiting > MAX_WAITING,
      oldestDueSeconds: database.oldestDueSeconds,
      unreadableHooks: database.unreadableHooks,
      attempts: database.attempts,
      failures: database.failures,
    },
    loops,
    scans: { sinceLastHour: database.scans },
    disk,
    backup: backup ? { ...backup, verifiedAt } : null,
  };
  return { facts, verdicts: verdictsOf(facts, Date.now()), readAt: new Date() };
}
