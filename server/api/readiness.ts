import postgres from "postgres";
import type { DatabaseAddress } from "@/db/address";
import { poolOptions } from "@/db/connect";
import { within } from "@/server/core/within";
import { migrationsOfThisBuild } from "@/server/platform/build-info";
import { diskFault } from "@/server/platform/free-space";
import { databaseAddress } from "@/server/runtime/address";

/** Load balancers poll every few seconds and treat a timeout as a failure; the rest of the second is for the network. */
const PROBE_TIMEOUT_MS = 800;

interface State {
  applied: number;
  durable: boolean;
  inRecovery: boolean;
  readOnly: boolean;
}

type Client = ReturnType<typeof connect>;

/** Opens a dedicated connection: an exhausted pool must not take the process out of service. */
const connect = (address: DatabaseAddress) =>
  postgres(address.url, {
    ...poolOptions(address, "assay-readiness", 1, { statement_timeout: PROBE_TIMEOUT_MS }),
    connect_timeout: 1,
  });

const readState = async (client: Client): Promise<State | undefined> => {
  const [state] = await client<State[]>`
    select (select count(*)::int from drizzle.__drizzle_migrations) as applied,
      current_setting('fsync') = 'on' and current_setting('full_page_writes') = 'on'
        and current_setting('synchronous_commit') <> 'off' as durable,
      pg_is_in_recovery() as "inRecovery",
      current_setting('transaction_read_only') = 'on' as "readOnly"`;
  return state;
};

function faultOf(state: State | undefined): string | undefined {
  if (!state || state.applied < migrationsOfThisBuild()) return "the database is not migrated";
  if (state.inRecovery) return "the database is a standby (in recovery) and takes no writes";
  if (state.readOnly) return "the database is read-only (default_transaction_read_only is on)";
  if (!state.durable)
    return "the database does not keep what it acknowledges (fsync, full_page_writes or synchronous_commit is off)";
  return undefined;
}

let client: { url: string; sql: Client } | undefined;

function clientOf(address: DatabaseAddress): Client {
  if (client?.url !== address.url) {
    drop();
    client = { url: address.url, sql: connect(address) };
  }
  return client.sql;
}

/** Drops the connection: one that timed out may stay stuck. The next probe opens a new one. */
function drop() {
  void client?.sql.end({ timeout: 0 }).catch(() => {});
  client = undefined;
}

async function databaseFault(): Promise<string | undefined> {
  const address = databaseAddress();
  if (!address) return "the database is not reachable";
  try {
    return faultOf(await within(PROBE_TIMEOUT_MS, readState(clientOf(address)), "No answer"));
  } catch (error) {
    drop();
    // 42P01 is undefined_table: the migrations table does not exist.
    return error instanceof postgres.PostgresError && error.code === "42P01"
      ? "the database is not migrated"
      : "the database is not reachable";
  }
}

let pendingDisk: Promise<string | undefined> | undefined;

/** Shares one disk check among probes: on a hanging file system, each check blocks a thread of the process. */
function pendingDiskFault(): Promise<string | undefined> {
  pendingDisk ??= diskFault().finally(() => {
    pendingDisk = undefined;
  });
  return pendingDisk;
}

const dataFault = () =>
  within(PROBE_TIMEOUT_MS, pendingDiskFault(), "No answer").catch(
    () => "the disk of DATA_DIR does not answer",
  );

async function probe(): Promise<string | undefined> {
  const [ofDatabase, ofDisk] = await Promise.all([databaseFault(), dataFault()]);
  return ofDatabase ?? ofDisk;
}

let pendingProbe: Promise<string | undefined> | undefined;

/** Returns why the service is not ready, or undefined if it is; within a second even when the database hangs. */
export function readinessFault(): Promise<string | undefined> {
  pendingProbe ??= probe().finally(() => {
    pendingProbe = undefined;
  });
  return pendingProbe;
}

/** Closes the probes' database connection. */
export async function closeReadiness(): Promise<void> {
  drop();
}
