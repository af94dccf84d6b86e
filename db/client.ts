import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";

const CONNECT_TIMEOUT_SECONDS = 2;
const RECONNECT_AFTER_SECONDS = 0.2;
const STATEMENT_TIMEOUT_MS = 5_000;

const optionsOf = (name: string, connections: number) =>
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
    },
  }) as const;

const connect = (url: string) => drizzle(postgres(url, optionsOf("assay", 12)), { casing: "snake_case" });

/** Drizzle changes how its client reads types, so the hot statements have a client of their own. */
const connectHot = (url: string) =>
  postgres(url, {
    ...optionsOf("assay-hot", 3),
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
  });

export type Connection = ReturnType<typeof connect>;
export type Hot = ReturnType<typeof connectHot>;
export type Transaction = Parameters<Parameters<Connection["transaction"]>[0]>[0];

/** What verbs speak to: the database, or the transaction they stand in. */
export type Db = Connection | Transaction;

export interface Database {
  url: string;
  db: Connection;
  /** Few connections for the statements that serve many requests at once, so that they never queue behind others. */
  hot: Hot;
  close(): Promise<void>;
}

/** Opens the pools of one process. Connections are made on first use and again after a loss. */
export function openDatabase(url: string): Database {
  const db = connect(url);
  const hot = connectHot(url);
  return {
    url,
    db,
    hot,
    close: async () => {
      await Promise.all([db.$client.end({ timeout: 5 }), hot.end({ timeout: 5 })]);
    },
  };
}
