import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { DatabaseAddress } from "./address";
import { poolOptions, STATEMENT_TIMEOUT_MS } from "./connect";

/** Planner settings that permit plans to collect rows before sorting them. */
export const COLLECTING = ["enable_seqscan", "enable_bitmapscan", "enable_sort", "enable_incremental_sort"];

/** Connection settings that switch the named planner settings off. */
export const settingsOff = (names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, "off"]));

const LIMITS = {
  lock_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS * 2,
};

const drizzleOn = (client: postgres.Sql) => drizzle(client, { casing: "snake_case" });

/** The most connections of each pool of a process or a thread. */
export interface PoolSizes {
  callers: number;
  own: number;
  batchClient: number;
  copyClient: number;
}

/** A thread works on its own connections and serves no callers. */
export const POOLS_OF_THREAD: PoolSizes = { callers: 1, own: 2, batchClient: 1, copyClient: 1 };
const POOLS_OF_PROCESS = { own: 4, batchClient: 3, copyClient: 2 };

/** Connections of a process that are not for callers: 9 above, 1 for credentials, 1 for readiness. */
const NOT_FOR_CALLERS = 11;
/** Connections of the three threads of background work, which one process of an instance has. */
const OF_THREADS = 12;

/**
 * The pools of each process of an instance, which share its connections. Callers have two pools of equal size, since their
 * planner settings differ.
 */
export const poolsOfProcess = (connections: number, processes = 1): PoolSizes => ({
  ...POOLS_OF_PROCESS,
  callers: Math.floor((connections - OF_THREADS - NOT_FOR_CALLERS * processes) / (2 * processes)),
});

/** Drizzle changes how its client reads types, so batched statements have a client of their own. */
const connectBatchClient = (address: DatabaseAddress, max: number) =>
  postgres(address.url, {
    ...poolOptions(address, "assay-hot", max, LIMITS),
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
  });

/** A part of a file is copied within this time. */
export const COPY_TIMEOUT_MS = 30_000;

const connectCopyClient = (address: DatabaseAddress, max: number) =>
  postgres(
    address.url,
    poolOptions(address, "assay-copies", max, { ...LIMITS, statement_timeout: COPY_TIMEOUT_MS }),
  );

export type Connection = ReturnType<typeof drizzleOn>;
export type BatchClient = ReturnType<typeof connectBatchClient>;
export type CopyClient = ReturnType<typeof connectCopyClient>;
export type Transaction = Parameters<Parameters<Connection["transaction"]>[0]>[0];

/** The database of a verb, or its transaction. */
export type Db = Connection | Transaction;

export interface Database extends DatabaseAddress {
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
    const then: typeof query.then = (done, failed) => gate(() => send()).then(done, failed);
    // A function that is written at its assignment would keep the rows (decision 0089).
    return Object.assign(query, { then });
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

/** For programs beside the service. */
const POOLS: PoolSizes = { ...POOLS_OF_PROCESS, callers: 12 };

/** Opens the pools of a process or a thread. Connections open on use, again after a loss, and close when they are idle. */
export function openDatabase(address: DatabaseAddress, sizes = POOLS): Database {
  const { url, directUrl, isPooled } = address;
  const open = (name: string, max: number, settings?: Record<string, string>) =>
    drizzleOn(postgres(url, poolOptions(address, name, max, { ...LIMITS, ...settings })));
  const own = open("assay-own", sizes.own);
  const callers = open("assay", sizes.callers);
  const walking = open("assay-walks", sizes.callers, settingsOff(COLLECTING));
  walks.set(callers, walking);
  const batchClient = connectBatchClient(address, sizes.batchClient);
  const copyClient = connectCopyClient(address, sizes.copyClient);
  const pools = [...[own, callers, walking].map(({ $client }) => $client), batchClient, copyClient];
  return {
    url,
    directUrl,
    isPooled,
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
