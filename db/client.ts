import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";

const CONNECT_TIMEOUT_SECONDS = 2;
const RECONNECT_AFTER_SECONDS = 0.2;
const STATEMENT_TIMEOUT_MS = 5_000;
/** A connection is opened anew after this time, so that it follows a new primary or a new address. */
export const MAX_LIFETIME_SECONDS = 600;

/** Planner settings that permit plans to collect rows before sorting them. */
export const COLLECTING = ["enable_seqscan", "enable_bitmapscan", "enable_sort", "enable_incremental_sort"];

/** Connection settings that switch the named planner settings off. */
export const settingsOff = (names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, "off"]));

const optionsOf = (name: string, connections: number, settings: Record<string, string> = {}) =>
  ({
    max: connections,
    // One query per connection at a time: none waits behind a slow one while another connection is free.
    max_pipeline: 1,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    idle_timeout: 0,
    max_lifetime: MAX_LIFETIME_SECONDS,
    onnotice: () => {},
    // Fetching types on a connection that dies meanwhile causes a rejection that cannot be caught.
    fetch_types: false,
    backoff: () => RECONNECT_AFTER_SECONDS,
    connection: {
      application_name: name,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS * 2,
      ...settings,
    },
  }) as const;

const drizzleOn = (client: postgres.Sql) => drizzle(client, { casing: "snake_case" });

const CONNECTIONS = { callers: 12, own: 4, batchClient: 3, copyClient: 2 };

/** Drizzle changes how its client reads types, so batched statements have a client of their own. */
const connectBatchClient = (url: string) =>
  postgres(url, {
    ...optionsOf("assay-hot", CONNECTIONS.batchClient),
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
  });

/** A part of a file is copied within this time. */
export const COPY_TIMEOUT_MS = 30_000;

const connectCopyClient = (url: string) => {
  const options = optionsOf("assay-copies", CONNECTIONS.copyClient, {});
  return postgres(url, {
    ...options,
    connection: { ...options.connection, statement_timeout: COPY_TIMEOUT_MS },
  });
};

export type Connection = ReturnType<typeof drizzleOn>;
export type BatchClient = ReturnType<typeof connectBatchClient>;
export type CopyClient = ReturnType<typeof connectCopyClient>;
export type Transaction = Parameters<Parameters<Connection["transaction"]>[0]>[0];

/** The database of a verb, or its transaction. */
export type Db = Connection | Transaction;

export interface Database {
  url: string;
  /** For the service's own work in the background and in commands. Callers neither wait for it nor occupy it. */
  db: Connection;
  /** For callers, divided by `server/data/shares.ts`. */
  callers: Connection;
  /** A few connections for statements that serve many requests at once, so that they never queue behind others. */
  batchClient: BatchClient;
  /** A few connections for rows of files, whose number bounds the load of uploads. */
  copyClient: CopyClient;
  /** All pools, for metrics. */
  pools: readonly (Connection["$client"] | BatchClient)[];
  close(): Promise<void>;
}

/** A gate to the pool: runs a statement or a transaction once there is a connection for it. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

const walks = new WeakMap<object, Connection>();

/** The parallel connections whose reads always walk along indexes (decision 0036); undefined where there are none. */
export const walkingBeside = (db: Db): Connection | undefined => walks.get(db);

/** Puts a gate before a pool. Statements within a transaction pass: the transaction has its connection. */
export function behindGate(connection: Connection, gate: Gate): Connection {
  const { $client } = connection;
  const unsafe = (...call: Parameters<typeof $client.unsafe>) => {
    const query = $client.unsafe(...call);
    // The query is sent when it is awaited; until then Drizzle may set the format of the rows.
    const send = query.then.bind(query);
    // biome-ignore lint/suspicious/noThenProperty: it is a promise already, whose then sends it.
    query.then = (done, failed) => gate(() => send()).then(done, failed);
    return query;
  };
  const begin = (...call: Parameters<typeof $client.begin>) => gate(() => $client.begin(...call));
  const gated = drizzleOn(
    new Proxy($client, {
      get: (client, name) =>
        name === "unsafe" ? unsafe : name === "begin" ? begin : Reflect.get(client, name),
    }),
  );
  const walking = walkingBeside(connection);
  if (walking) walks.set(gated, behindGate(walking, gate));
  return gated;
}

/** Opens the pools of one process. Connections open on first use, and again after a loss. */
export function openDatabase(url: string): Database {
  const own = drizzleOn(postgres(url, optionsOf("assay-own", CONNECTIONS.own)));
  const callers = drizzleOn(postgres(url, optionsOf("assay", CONNECTIONS.callers)));
  const walking = drizzleOn(
    postgres(url, optionsOf("assay-walks", CONNECTIONS.callers, settingsOff(COLLECTING))),
  );
  walks.set(callers, walking);
  const batchClient = connectBatchClient(url);
  const copyClient = connectCopyClient(url);
  const pools = [...[own, callers, walking].map(({ $client }) => $client), batchClient, copyClient];
  return {
    url,
    db: own,
    callers,
    batchClient,
    copyClient,
    pools,
    close: async () => {
      await Promise.all(pools.map((client) => client.end({ timeout: 5 })));
    },
  };
}
