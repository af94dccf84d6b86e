import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import postgres, { type Sql, type TransactionSql } from "postgres";
import { hasSeveralHosts } from "./address";
import { type Migration, readMigrations } from "./migration-files";

const MIGRATION_LOCK = 4_702_111;
const POLL_INTERVAL_MS = 200;
/** Lock not available, deadlock. */
const LOCKED = new Set(["55P03", "40P01"]);
const CREATED_INDEX = /create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+"?(\w+)"?/i;

/** How a migration waits for others. */
interface Patience {
  /** Statements of others queue behind a migration that waits for a lock, for no longer than this. */
  lockTimeoutMs: number;
  attempts: number;
  pauseMs: number;
  /** Time for older builds to notice that they are no longer supported. */
  noticeMs: number;
}
const PATIENCE: Patience = { lockTimeoutMs: 2_000, attempts: 30, pauseMs: 1_000, noticeMs: 15_000 };

interface Options {
  folder?: string;
  /** Receives a line for each wait. */
  tell?: (line: string) => void;
  patience?: Patience;
}

/** Prepares the tables that record migrations. `min_build` is the number of migrations that the oldest usable build knows. */
async function prepare(client: Sql): Promise<void> {
  await client`create schema if not exists drizzle`;
  await client`create table if not exists drizzle.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint)`;
  await client`create table if not exists drizzle.schema_release (
    is_only boolean primary key default true check (is_only), min_build integer not null)`;
  await client`insert into drizzle.schema_release (min_build) values (0) on conflict do nothing`;
}

async function stateOf(client: Sql) {
  const [state] = await client<{ newest: string | null; minBuild: number }[]>`
    select (select max(created_at) from drizzle.__drizzle_migrations) as newest, min_build as "minBuild"
    from drizzle.schema_release`;
  return { newest: Number(state?.newest ?? 0), minBuild: state?.minBuild ?? 0 };
}

/** Waits without a session that sleeps in a statement: building an index concurrently would wait for that statement. */
async function takeTurn(client: Sql, tell: (line: string) => void): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const [row] = await client<{ mine: boolean }[]>`select pg_try_advisory_lock(${MIGRATION_LOCK}) as mine`;
    if (row?.mine) return;
    if (isFirst) tell("another instance is migrating the database; waiting for it");
    await delay(POLL_INTERVAL_MS);
  }
}

const record = (sql: Sql | TransactionSql, { hash, when }: Migration) =>
  sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${when})`;

async function applyInTransaction(client: Sql, migration: Migration): Promise<void> {
  await client.begin(async (tx) => {
    for (const statement of migration.statements) await tx.unsafe(statement);
    await record(tx, migration);
  });
}

/** Applies statements one by one. An index whose earlier build was broken off is built anew. */
async function applyOutside(client: Sql, migration: Migration): Promise<void> {
  for (const statement of migration.statements) {
    const [, index = ""] = CREATED_INDEX.exec(statement) ?? [];
    const broken = await client`
      select from pg_index join pg_class on pg_class.oid = indexrelid where relname = ${index} and not indisvalid`;
    if (broken.length > 0) await client`drop index concurrently if exists ${client(index)}`;
    await client.unsafe(statement);
  }
  await record(client, migration);
}

/** Applies a migration, again after a pause where others hold its tables. */
async function apply(
  client: Sql,
  migration: Migration,
  { lockTimeoutMs, attempts, pauseMs }: Patience,
  tell: (line: string) => void,
): Promise<void> {
  const isOutside = migration.mark?.isOutsideTransaction ?? false;
  // Building an index concurrently blocks no reads and writes, and may wait for long transactions.
  await client.unsafe(`set lock_timeout = ${isOutside ? 0 : lockTimeoutMs}`);
  // A migration takes as long as it takes, also where the role has limits.
  await client.unsafe("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
  for (let attempt = 1; ; attempt++) {
    try {
      return await (isOutside ? applyOutside : applyInTransaction)(client, migration);
    } catch (error) {
      const isLocked = error instanceof postgres.PostgresError && LOCKED.has(error.code);
      if (!isLocked) throw new Error(`Migration ${migration.tag} failed`, { cause: error });
      if (attempt === attempts)
        throw new Error(
          `Migration ${migration.tag} got no lock in ${attempts} attempts. Nothing of it is applied. End the session ` +
            "that holds its tables (pg_stat_activity, xact_start), and start again",
          { cause: error },
        );
      tell(
        `migration ${migration.tag} waits for a lock of another session (attempt ${attempt} of ${attempts})`,
      );
      await delay(pauseMs);
    }
  }
}

/** Announces a contract, so that builds that cannot work with it stop before it is applied. A new database has none. */
async function announce(
  client: Sql,
  { tag, minBuild = 0 }: Migration,
  { noticeMs, isNew }: { noticeMs: number; isNew: boolean },
  tell: (line: string) => void,
): Promise<void> {
  const { minBuild: announced } = await stateOf(client);
  if (minBuild <= announced) return;
  await client`update drizzle.schema_release set min_build = ${minBuild}`;
  if (isNew) return;
  tell(
    `migration ${tag} ends the support of builds with fewer than ${minBuild} migrations; waiting until they stop`,
  );
  await delay(noticeMs);
}

/**
 * Migrates the schema to this build. One process migrates at a time; others wait and find nothing left to do. A newer
 * schema is left alone.
 * @throws where the schema no longer supports this build, or a migration fails
 */
export async function migrateDatabase(
  url: string,
  { folder = path.resolve("db/migrations"), tell = () => {}, patience = PATIENCE }: Options = {},
): Promise<void> {
  const client = postgres(url, {
    max: 1,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => {},
    ...(hasSeveralHosts(url) && { target_session_attrs: "primary" as const }),
    connection: { application_name: "assay-migrate" },
  });
  try {
    const migrations = readMigrations(folder);
    await takeTurn(client, tell);
    await prepare(client);
    const { newest, minBuild } = await stateOf(client);
    if (minBuild > migrations.length)
      throw new Error(
        `The schema needs a build with at least ${minBuild} migrations, and this one has ${migrations.length}. Start a newer build`,
      );
    for (const migration of migrations.filter(({ when }) => when > newest)) {
      await announce(client, migration, { ...patience, isNew: newest === 0 }, tell);
      await apply(client, migration, patience, tell);
    }
  } finally {
    await client.end();
  }
}
