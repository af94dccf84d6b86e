import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";

const CONNECT_TIMEOUT_SECONDS = 2;
const RECONNECT_AFTER_SECONDS = 0.2;
const STATEMENT_TIMEOUT_MS = 5_000;

function connect(url: string, name: string, connections: number) {
  const client = postgres(url, {
    max: connections,
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
  });
  return drizzle(client, { casing: "snake_case" });
}

export type Connection = ReturnType<typeof connect>;
export type Transaction = Parameters<Parameters<Connection["transaction"]>[0]>[0];

/** What verbs speak to: the database, or the transaction they stand in. */
export type Db = Connection | Transaction;

export interface Database {
  url: string;
  db: Connection;
  /** Few connections for the statements that serve many requests at once, so that they never queue behind others. */
  hot: Connection;
  close(): Promise<void>;
}

/** Opens the pools of one process. Connections are made on first use and again after a loss. */
export function openDatabase(url: string, options: { connections?: number } = {}): Database {
  const db = connect(url, "assay", options.connections ?? 12);
  const hot = connect(url, "assay-hot", 3);
  return {
    url,
    db,
    hot,
    close: async () => {
      await Promise.all([db.$client.end({ timeout: 5 }), hot.$client.end({ timeout: 5 })]);
    },
  };
}
