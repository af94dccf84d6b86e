import { setTimeout as delay } from "node:timers/promises";
import postgres, { type Sql, type TransactionSql } from "postgres";
import { runtime } from "@/server/runtime/runtime";

/** Sessions of moves have no time limit, and a name of their own, which the fence knows. */
const SETTINGS = { application_name: "assay-cells", statement_timeout: 0, lock_timeout: 5_000 };
const IDLE_TIMEOUT_SECONDS = 20;

export type Session = Sql | TransactionSql;

/**
 * Opens sessions of a move. With `copies`, they write rows as another cell has them: no foreign key is checked, and only those
 * triggers fire that count. That needs the right to set `session_replication_role`.
 */
export const openSession = ({ copies = false } = {}): Sql =>
  postgres(runtime().database.directUrl, {
    max: 3,
    fetch_types: false,
    idle_timeout: IDLE_TIMEOUT_SECONDS,
    onnotice: () => {},
    connection: copies ? { ...SETTINGS, session_replication_role: "replica" } : SETTINGS,
  });

/** Runs work on sessions that are closed afterwards. */
export async function inSession<T>(
  options: { copies?: boolean },
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const sql = openSession(options);
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

const FENCE_ATTEMPTS = 100;
const FENCE_PAUSE_MS = 200;

/** Enables or disables the fences of all tables, one after the other, so that none is locked for long. */
export async function setFences(sql: Sql, state: "enable" | "disable"): Promise<void> {
  const fences = await sql<{ name: string; tableName: string }[]>`
    select tgname as name, tgrelid::regclass::text as "tableName" from pg_trigger
    where tgname in ('cell_fence', 'cell_fence_added') and (tgenabled = 'O') <> ${state === "enable"} order by 2, 1`;
  for (const { name, tableName } of fences) {
    for (let attempt = 1; ; attempt++) {
      try {
        await sql.begin(async (tx) => {
          await tx`set local lock_timeout = '500ms'`;
          await tx.unsafe(`alter table ${tableName} ${state} trigger ${name}`);
        });
        break;
      } catch (error) {
        const isLocked = error instanceof postgres.PostgresError && error.code === "55P03";
        if (!isLocked || attempt === FENCE_ATTEMPTS) throw error;
        await delay(FENCE_PAUSE_MS);
      }
    }
  }
}

/** Disables the fences where no producer needs them any longer. */
export async function endFences(sql: Sql): Promise<void> {
  const [open] = await sql`select from cell_moves limit 1`;
  if (!open) await setFences(sql, "disable");
}

/** What two cells must have in common: the schema, and the key of keyed hashes. */
export async function buildOf(sql: Sql): Promise<{ build: number; hashingKey: string }> {
  const [row] = await sql<{ build: number; hashingKey: string }[]>`
    select (select count(*)::int from drizzle.__drizzle_migrations) as build,
      (select id from secret_keys where is_hashing) as "hashingKey"`;
  if (!row) throw new Error("The database has no migrations.");
  return row;
}
