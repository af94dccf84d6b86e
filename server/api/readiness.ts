import postgres from "postgres";
import type { DatabaseAddress } from "@/db/address";
import { poolOptions } from "@/db/connect";
import { TimeoutError, within } from "@/server/core/within";
import { migrationsOfThisBuild } from "@/server/platform/build-info";
import { diskFault } from "@/server/platform/free-space";
import { databaseAddress } from "@/server/runtime/address";

/** Load balancers poll every few seconds and treat a timeout as a failure; the rest of the second is for the network. */
const PROBE_TIMEOUT_MS = 800;

interface State {
  applied: number;
  minBuild: number;
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
      (select min_build from drizzle.schema_release) as "minBuild",
      current_setting('fsync') = 'on' and current_setting('full_page_writes') = 'on'
        and current_setting('synchronous_commit') <> 'off' as durable,
      pg_is_in_recovery() as "inRecovery",
      current_setting('transaction_read_only') = 'on' as "readOnly"`;
  return state;
};

/** Why the service is not ready, by part; a part without a fault is absent. */
export interface Faults {
  database?: string;
  migrations?: string;
  disk?: string;
}

const NOT_MIGRATED: Faults = { migrations: "the database is not migrated" };
export const UNREACHABLE: Faults = { database: "the database is not reachable" };

function faultsOf(state: State | undefined): Faults {
  if (!state || state.applied < migrationsOfThisBuild()) return NOT_MIGRATED;
  if (state.minBuild > migrationsOfThisBuild())
    return { migrations: "the schema needs a newer build (docs/operations/upgrades.md)" };
  if (state.inRecovery) return { database: "the database is a standby (in recovery) and takes no writes" };
  if (state.readOnly) return { database: "the database is read-only (default_transaction_read_only is on)" };
  if (!state.durable)
    return {
      database:
        "the database does not keep what it acknowledges (fsync, full_page_writes or synchronous_commit is off)",
    };
  return {};
}

let client: { url: string; sql: Client } | undefined;

function clientOf(address: DatabaseAddress): Client {
  if (client?.url !== address.url) {
    drop();
    client = { url: address.url, sql: connect(address) };
  }
  return client.sql;
}

/** Drops the connection. The next probe opens a new one. */
function drop() {
  void client?.sql.end({ timeout: 0 }).catch(() => {});
  client = undefined;
}

let pendingState: Promise<State | undefined> | undefined;

/**
 * Shares one question among probes, also with the next one: a database that everything connects to at once, such as a new
 * primary, may answer late. The driver ends a connection that stays stuck within two seconds.
 */
function stateOf(address: DatabaseAddress): Promise<State | undefined> {
  pendingState ??= readState(clientOf(address)).finally(() => {
    pendingState = undefined;
  });
  return pendingState;
}

async function databaseFaults(): Promise<Faults> {
  const address = databaseAddress();
  if (!address) return UNREACHABLE;
  try {
    return faultsOf(await within(PROBE_TIMEOUT_MS, stateOf(address), "No answer"));
  } catch (error) {
    if (!(error instanceof TimeoutError)) drop();
    // 42P01 is undefined_table: the migrations table does not exist.
    return error instanceof postgres.PostgresError && error.code === "42P01" ? NOT_MIGRATED : UNREACHABLE;
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

async function probe(): Promise<Faults> {
  const [faults, disk] = await Promise.all([databaseFaults(), dataFault()]);
  return disk === undefined ? faults : { ...faults, disk };
}

let pendingProbe: Promise<Faults> | undefined;

/** Finds out why the service is not ready, within a second even when the database hangs. */
export function readinessFaults(): Promise<Faults> {
  pendingProbe ??= probe().finally(() => {
    pendingProbe = undefined;
  });
  return pendingProbe;
}

/** Closes the probes' database connection. */
export async function closeReadiness(): Promise<void> {
  drop();
}
