import { setTimeout as delay } from "node:timers/promises";
import postgres, { type Sql, type TransactionSql } from "postgres";
import { conflict } from "@/server/core/errors";
import { runtime } from "@/server/runtime/runtime";

/** Sessions of moves have no time limit, and a name of their own, which the fence knows. */
const SETTINGS = { application_name: "assay-cells", statement_timeout: 0, lock_timeout: 5_000 };
const IDLE_TIMEOUT_SECONDS = 20;
/** The classes of advisory locks: of producers, as in the trigger of all tables that move, of whatever moves or deletes rows of a producer, and of the fences of a cell. */
const PRODUCER_LOCK = 4_702_115;
const WORK_LOCK = 4_702_116;
const FENCES_LOCK = 4_702_117;

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

/** Works under a lock that a session of its own takes, and that ends with it, also where this process is killed. */
async function locked<T>(take: (session: Sql) => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const session = postgres(runtime().database.directUrl, {
    max: 1,
    fetch_types: false,
    max_lifetime: null,
    connection: { ...SETTINGS, lock_timeout: 0 },
  });
  try {
    await take(session);
    return await work();
  } finally {
    await session.end({ timeout: 5 });
  }
}

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

/** Does work on a producer's rows that only one process may do at a time in a cell. @throws 409 while another one works */
export const alone = <T>(producerId: string, work: () => Promise<T>): Promise<T> =>
  locked(async (session) => {
    const [lock] = await session<{ taken: boolean }[]>`
      select pg_try_advisory_lock(${WORK_LOCK}, uuid_hash(${producerId})) as taken`;
    if (!lock?.taken)
      throw conflict(
        "move-under-way",
        `Another process moves the producer ${producerId}, or deletes its rows.`,
      );
  }, work);

/** Waits until no transaction changes rows of the producer, and lets none begin before this one ends. */
export const lockProducer = (tx: TransactionSql, producerId: string) =>
  tx`select pg_advisory_xact_lock(${PRODUCER_LOCK}, uuid_hash(${producerId}))`;

const FENCE_ATTEMPTS = 100;
const FENCE_PAUSE_MS = 200;

/** Enables or disables the fences of all tables, one after the other, so that none is locked for long. */
async function setFences(sql: Sql, state: "enable" | "disable"): Promise<void> {
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

/** Enables the fences while the cell has moves, and disables them otherwise: moves begin and end at any time. */
export const fence = (sql: Sql): Promise<void> =>
  locked(
    (session) => session`select pg_advisory_lock(${FENCES_LOCK}, 0)`,
    async () => {
      const [open] = await sql`select from cell_moves limit 1`;
      await setFences(sql, open ? "enable" : "disable");
    },
  );

/** What two cells must have in common: the schema, and the key of keyed hashes. */
export async function buildOf(sql: Sql): Promise<{ build: number; hashingKey: string }> {
  const [row] = await sql<{ build: number; hashingKey: string }[]>`
    select (select count(*)::int from drizzle.__drizzle_migrations) as build,
      (select id from secret_keys where is_hashing) as "hashingKey"`;
  if (!row) throw new Error("The database has no migrations.");
  return row;
}
