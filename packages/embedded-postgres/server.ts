import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, open, readFile, rm, stat, symlink, truncate } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { findBinaries } from "./binaries";
import { plainEnvironment } from "./environment";
import { codeOf, messageOf } from "./errors";
import { failure } from "./failure";
import { initialise } from "./initialise";
import { exists, type Place } from "./place";
import { isGoneAfter, POLL_MS, postmaster, serverProcesses, signalTo } from "./processes";

export type Say = (line: string) => void;
export type Settings = Record<string, string>;

/** How a server is started and reached. */
export interface ServerOptions {
  settings: Settings;
  say: Say;
  /** The role that connects, the database that it connects to first, and Postgres's major version, if it is not the bundled one. */
  role: string;
  firstDatabase: string;
  major?: number | undefined;
}

const PORT = 5432;

/**
 * postgres.js reads a socket folder from a URL only as a list (`host,host:port`), undecoded and with the port. So the
 * folder holds a link to itself with a name that reads as such a list; psql splits the list and tries the folder first.
 */
const LIST_LINK = `,:${PORT}`;

/** A server that neither answers nor ends for this time is stuck, or has lost its socket. */
const STUCK_AFTER_MS = 10_000;
const ORPHAN_EXIT_TIMEOUT_MS = 1_000;
const STOP_TIMEOUT_MS = 60_000;
const PROGRESS_INTERVAL_MS = 5_000;
const MAX_LOG_BYTES = 10 * 1024 * 1024;

/** Settings for a machine shared with the app. Durability (fsync and the like) stays at its default: on. */
const SETTINGS: Settings = {
  jit: "off",
  shared_buffers: "256MB",
  max_connections: "200",
  maintenance_work_mem: "128MB",
  max_wal_size: "2GB",
  // Where copies of the log stop for long, the log may not fill the disk.
  max_slot_wal_keep_size: "4GB",
  random_page_cost: "1.1",
  wal_compression: "on",
  log_checkpoints: "off",
  log_timezone: "UTC",
  timezone: "UTC",
};

/** The URL of a database of the cluster, for postgres.js and psql. */
export function socketUrl(place: Place, database: string, role = "postgres"): string {
  const listed = encodeURIComponent(join(place.socketFolder, ","));
  return `postgres://${encodeURIComponent(role)}@${listed}:${PORT}/${encodeURIComponent(database)}`;
}

/** Makes the cluster exist and answer: adopts a running server, or starts one. Not for concurrent callers. */
export async function ensureServer(place: Place, options: ServerOptions): Promise<void> {
  const { settings, say } = options;
  if (!(await exists(join(place.cluster, "PG_VERSION")))) {
    // A server that still runs here has lost its files.
    await clearAway(place, say);
    say(`creating the database in ${place.cluster}`);
    await initialise(place, { fsync: settings.fsync });
  }
  await linkForUrls(place);
  for (let attempts = 1; ; attempts++) {
    if (await answers(place, options)) return;
    await clearAway(place, say);
    const trouble = await launch(place, options);
    if (!trouble) return;
    if (attempts === 3) throw failure(`The database in ${place.cluster} does not start`, trouble, place);
  }
}

/** Stops the cluster in order: disconnects clients and writes everything. */
export async function stopServer(place: Place): Promise<void> {
  const server = await postmaster(place);
  if (server && !(await isGoneAfter(place, server, "SIGINT", STOP_TIMEOUT_MS))) {
    await isGoneAfter(place, server, "SIGQUIT", STUCK_AFTER_MS);
  }
  if (place.socketFolder !== place.cluster) await rm(place.socketFolder, { recursive: true, force: true });
}

/** Keeps the server log below twice 10 MB. The server keeps its file open, so the contents are moved. */
export async function trimLog(place: Place): Promise<void> {
  const log = await stat(place.log).catch(() => undefined);
  if (!log || log.size <= MAX_LOG_BYTES) return;
  await copyFile(place.log, `${place.log}.1`);
  await truncate(place.log);
}

async function linkForUrls(place: Place) {
  await symlink(".", join(place.socketFolder, LIST_LINK)).catch((error) => {
    if (codeOf(error) !== "EEXIST") throw error;
  });
}

/** Waits for the server; true once it answers, false where none runs or it is stuck. */
async function answers(place: Place, options: ServerOptions): Promise<boolean> {
  let lastBusyAt = Date.now();
  let lastSaidAt = Date.now();
  for (;;) {
    const state = await probe(place, options);
    if (state === "ready") return true;
    if (state === "busy") lastBusyAt = Date.now();
    else if (!(await postmaster(place)) || Date.now() - lastBusyAt > STUCK_AFTER_MS) return false;
    if (Date.now() - lastSaidAt > PROGRESS_INTERVAL_MS) {
      options.say(
        `waiting for the database (${state === "busy" ? "it is recovering or shutting down" : "it does not respond yet"})`,
      );
      lastSaidAt = Date.now();
    }
    await delay(POLL_MS);
  }
}

async function probe(
  place: Place,
  { firstDatabase, role }: ServerOptions,
): Promise<"ready" | "busy" | "silent"> {
  const sql = postgres(socketUrl(place, firstDatabase, role), {
    max: 1,
    connect_timeout: 5,
    fetch_types: false,
  });
  try {
    await sql`select 1`;
    return "ready";
  } catch (error) {
    const code = codeOf(error) ?? "";
    if (["57P01", "57P02", "57P03"].includes(code)) return "busy";
    const noAnswer = [
      "ENOENT",
      "ECONNREFUSED",
      "ECONNRESET",
      "EPIPE",
      "CONNECTION_CLOSED",
      "CONNECT_TIMEOUT",
    ];
    if (noAnswer.includes(code)) return "silent";
    throw failure(`The database in ${place.cluster} refuses connections`, messageOf(error), place);
  } finally {
    await sql.end({ timeout: 0 });
  }
}

/** Removes all obstacles to a new server: a stuck server, orphaned children and lock files. */
async function clearAway(place: Place, say: Say) {
  const stuck = await postmaster(place);
  if (stuck) {
    say(`stopping the database process ${stuck}, which does not respond`);
    for (const signal of ["SIGQUIT", "SIGKILL"] as const) {
      if (await isGoneAfter(place, stuck, signal, STUCK_AFTER_MS)) break;
    }
  }
  const deadline = Date.now() + ORPHAN_EXIT_TIMEOUT_MS;
  for (let left = await serverProcesses(place); left.length > 0; left = await serverProcesses(place)) {
    // Without a postmaster they serve no client; recovery follows anyway.
    if (Date.now() > deadline) for (const { pid } of left) signalTo(pid, "SIGKILL");
    if (Date.now() > deadline + STUCK_AFTER_MS) {
      const pids = left.map(({ pid }) => pid).join(", ");
      throw failure(`Processes ${pids} of a dead database server do not end`, "kill them by hand", place);
    }
    await delay(POLL_MS);
  }
  await dropStaleLock(join(place.cluster, "postmaster.pid"));
  await dropStaleLock(join(place.socketFolder, `.s.PGSQL.${PORT}.lock`));
}

/** Postgres clears the lock of a dead process itself, but takes a process that reuses its id for the owner. */
async function dropStaleLock(path: string) {
  const pid = Number.parseInt(await readFile(path, "utf8").catch(() => ""), 10);
  if (pid > 0 && signalTo(pid, 0)) await rm(path);
}

/** Starts a server; returns the problem if it does not come up. */
async function launch(place: Place, options: ServerOptions): Promise<string | undefined> {
  const { settings, say, major } = options;
  say("starting the database");
  const binaries = await findBinaries(place.user, major);
  const log = await open(place.log, "a+", 0o600);
  try {
    const { size } = await log.stat();
    // Last, so that no setting can open the cluster to other users: there are no passwords.
    const guarded = {
      listen_addresses: "",
      unix_socket_directories: `"${place.socketFolder.replaceAll('"', '""')}"`,
      unix_socket_permissions: "0700",
      port: String(PORT),
      logging_collector: "off",
      cluster_name: place.name,
    };
    const all = Object.entries({ ...SETTINGS, ...settings, ...guarded });
    const server = spawn(
      join(binaries, "bin", "postgres"),
      ["-D", place.cluster, ...all.flatMap(([name, value]) => ["-c", `${name}=${value}`])],
      // Detached: Ctrl-C is for the app, which then stops the server in order.
      { ...place.user, detached: true, cwd: "/", env: plainEnvironment(), stdio: ["ignore", log.fd, log.fd] },
    );
    await once(server, "spawn");
    server.unref();
    if (await answers(place, options)) return undefined;
    const written = (await log.stat()).size - size;
    const { buffer } = await log.read(Buffer.alloc(Math.min(written, 4000)), { position: size });
    return buffer.toString().trim() || "it ended without a word";
  } finally {
    await log.close();
  }
}
