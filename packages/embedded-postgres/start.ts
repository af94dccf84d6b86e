import { access, constants, mkdir, realpath } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { messageOf } from "./errors";
import { withLock } from "./lock";
import { findPlace, type Place, shortHash } from "./place";
import {
  ensureServer,
  type Say,
  type ServerOptions,
  type Settings,
  socketUrl,
  stopServer,
  trimLog,
} from "./server";

/** An arbitrary number, the same in every release: each process that uses the cluster holds this lock. */
const IN_USE_LOCK = 4_157_741;

const MIN_RETRY_DELAY_MS = 50;
const MAX_RETRY_DELAY_MS = 1_000;
const LOG_CHECK_INTERVAL_MS = 60_000;

export interface EmbeddedPostgres {
  /** For postgres.js (`postgres(url)`) and psql (`psql "$url"`). */
  url: string;
  /** The folder with the socket, as in `psql -h <folder> -U postgres` or `pgbench -h <folder> -U postgres`. */
  socketFolder: string;
  /** Leaves the database; the last process that leaves stops it. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Created if absent; the cluster, or a link to it, is `<dataDir>/postgres`. */
  dataDir: string;
  /** Created if absent, unless the cluster is a restored one. */
  database: string;
  /** Of a cluster that was restored, perhaps from another server: the role that owns it, and its major version of Postgres. */
  restored?: { role: string; major: number } | undefined;
  /** Server settings that override ours, such as `fsync: "off"` in tests. They apply when the server starts. */
  settings?: Settings;
  /** Receives progress, one line at a time, for people. */
  say?: Say;
}

interface Session {
  place: Place;
  /** The connection that marks the cluster as in use. */
  keeper: postgres.Sql;
  lost: Promise<void>;
}

/**
 * Starts the bundled cluster, or adopts it when it already runs (for another process, or after its starter was killed).
 * It listens on a Unix socket in a folder that only its owner can enter, without passwords. While in use it is watched
 * and, should it stop, restarted under the same URL.
 * @throws an Error that says what failed, where, and what to do
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === "win32") {
    throw new Error("The embedded database needs Unix sockets, which Windows has only in WSL.");
  }
  const { database, restored, settings = {}, say = () => undefined } = options;
  const server: ServerOptions = {
    settings,
    say,
    role: restored?.role ?? "postgres",
    firstDatabase: restored ? database : "postgres",
    major: restored?.major,
  };
  const dataDir = await makeFolder(options.dataDir);
  const leaving = new AbortController();
  const underLock = <T>(work: () => Promise<T>) =>
    withLock(
      `assay-postgres-${shortHash(dataDir)}`,
      () => say("another process is starting or stopping the database; waiting for it"),
      work,
    );
  const join = () =>
    underLock(async () => {
      const place = await findPlace(dataDir);
      await ensureServer(place, server);
      if (!restored) await createDatabase(place, database);
      return openSession(place, server);
    });
  const leave = async () => {
    leaving.abort();
    clearInterval(logCheck);
    const session = await current;
    if (session) await underLock(() => closeSession(session));
  };

  const first = await join();
  let current: Promise<Session | undefined> = Promise.resolve(first);
  let left: Promise<void> | undefined;
  const logCheck = setInterval(
    () => trimLog(first.place).catch(() => undefined),
    LOG_CHECK_INTERVAL_MS,
  ).unref();

  const watch = async () => {
    for (let session: Session | undefined = first; session; session = await current) {
      await session.lost;
      if (leaving.signal.aborted) return;
      say("the database has stopped; restarting it");
      current = untilItWorks(join, leaving.signal, say);
    }
  };
  watch();

  return {
    url: socketUrl(first.place, database, server.role),
    socketFolder: first.place.socketFolder,
    stop: () => {
      left ??= leave();
      return left;
    },
  };
}

async function makeFolder(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true });
    await access(path, constants.W_OK);
    return await realpath(path);
  } catch (error) {
    throw new Error(
      `The data folder ${path} cannot be created or written to (${messageOf(error)}). ` +
        "Give this program write access to it.",
    );
  }
}

async function createDatabase(place: Place, database: string) {
  const sql = postgres(socketUrl(place, "postgres"), { max: 1, fetch_types: false });
  try {
    const found = await sql`select from pg_database where datname = ${database}`;
    if (found.length === 0) await sql`create database ${sql(database)}`;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function openSession(place: Place, { firstDatabase, role }: ServerOptions): Promise<Session> {
  let onLost: () => void = () => undefined;
  const lost = new Promise<void>((resolve) => {
    onLost = resolve;
  });
  const keeper = postgres(socketUrl(place, firstDatabase, role), {
    max: 1,
    max_lifetime: null,
    fetch_types: false,
    connection: { application_name: "assay-keeper" },
    onclose: onLost,
  });
  try {
    await keeper`select pg_advisory_lock_shared(${IN_USE_LOCK})`;
    return { place, keeper, lost };
  } catch (error) {
    await keeper.end({ timeout: 0 });
    throw error;
  }
}

async function closeSession({ place, keeper }: Session) {
  // The process's own shared lock does not block the exclusive one; another process's does.
  const [answer] = await keeper<
    { last: boolean }[]
  >`select pg_try_advisory_lock(${IN_USE_LOCK}) as last`.catch(() => []);
  await keeper.end({ timeout: 1 });
  if (answer?.last) await stopServer(place);
}

async function untilItWorks(
  join: () => Promise<Session>,
  leaving: AbortSignal,
  say: Say,
): Promise<Session | undefined> {
  let said = "";
  for (let wait = MIN_RETRY_DELAY_MS; !leaving.aborted; wait = Math.min(2 * wait, MAX_RETRY_DELAY_MS)) {
    try {
      return await join();
    } catch (error) {
      if (messageOf(error) !== said) say(messageOf(error));
      said = messageOf(error);
      await delay(wait, undefined, { signal: leaving }).catch(() => undefined);
    }
  }
  return undefined;
}
