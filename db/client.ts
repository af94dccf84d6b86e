import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";

const CONNECT_TIMEOUT_SECONDS = 2;
const RECONNECT_AFTER_SECONDS = 0.2;
const STATEMENT_TIMEOUT_MS = 5_000;

/** What a plan would need to collect rows before it puts them in order. */
export const COLLECTING = ["enable_seqscan", "enable_bitmapscan", "enable_sort", "enable_incremental_sort"];

/** What a connection is opened with so that plans do without. */
export const settingsOff = (names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, "off"]));

const optionsOf = (name: string, connections: number, settings: Record<string, string> = {}) =>
  ({
    max: connections,
    // One query a connection at a time: none waits behind a slow one while another connection is free.
    max_pipeline: 1,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
    // Asking for the types of a connection that dies meanwhile ends in a rejection that nobody can catch.
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

const CONNECTIONS = { callers: 12, own: 4, batchClient: 3 };

/** Drizzle changes how its client reads types, so the hot statements have a client of their own. */
const connectBatchClient = (url: string) =>
  postgres(url, {
    ...optionsOf("assay-hot", CONNECTIONS.batchClient),
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
  });

export type Connection = ReturnType<typeof drizzleOn>;
export type BatchClient = ReturnType<typeof connectBatchClient>;
export type Transaction = Parameters<Parameters<Connection["transaction"]>[0]>[0];

/** What verbs speak to: the database, or the transaction they stand in. */
export type Db = Connection | Transaction;

export interface Database {
  url: string;
  /** For the service's own work, in the background and of commands: no caller waits for it, nor takes it away. */
  db: Connection;
  /** For callers, who share it: see `server/data/shares.ts`. */
  callers: Connection;
  /** Few connections for the statements that serve many requests at once, so that they never queue behind others. */
  batchClient: BatchClient;
  close(): Promise<void>;
}

/** What stands between a statement, or a transaction, and the pool: does the work when there is a connection for it. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

const walks = new WeakMap<object, Connection>();

/** The connections beside these on which reads walk along indexes without being told (decision 0036); nothing where there are none. */
export const walkingBeside = (db: Db): Connection | undefined => walks.get(db);

/** The same pool with a gate before it. Statements within a transaction pass: it has its connection. */
export function behindGate(connection: Connection, gate: Gate): Connection {
  const { $client } = connection;
  const unsafe = (...call: Parameters<typeof $client.unsafe>) => {
    const query = $client.unsafe(...call);
    // It is sent when it is awaited; until then Drizzle may say how it wants the rows.
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

/** Opens the pools of one process. Connections are made on first use and again after a loss. */
export function openDatabase(url: string): Database {
  const own = drizzleOn(postgres(url, optionsOf("assay-own", CONNECTIONS.own)));
  const callers = drizzleOn(postgres(url, optionsOf("assay", CONNECTIONS.callers)));
  const walking = drizzleOn(
    postgres(url, optionsOf("assay-walks", CONNECTIONS.callers, settingsOff(COLLECTING))),
  );
  walks.set(callers, walking);
  const batchClient = connectBatchClient(url);
  return {
    url,
    db: own,
    callers,
    batchClient,
    close: async () => {
      await Promise.all([own, callers, walking].map(({ $client }) => $client.end({ timeout: 5 })));
      await batchClient.end({ timeout: 5 });
    },
  };
}
