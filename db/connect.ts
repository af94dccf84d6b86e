import type { Options, PostgresType } from "postgres";
import { type DatabaseAddress, hasSeveralHosts } from "./address";

const CONNECT_TIMEOUT_SECONDS = 2;
const RECONNECT_AFTER_SECONDS = 0.2;
/** A connection that is unused for this time is closed. */
const IDLE_TIMEOUT_SECONDS = 20;
/** A connection is opened anew after this time, so that it follows a new primary or a new address. */
const MAX_LIFETIME_SECONDS = 600;
/** Postgres answers a statement within this time, or cancels it. */
export const STATEMENT_TIMEOUT_MS = 5_000;

type Settings = Record<string, string | number>;

/**
 * The options of a pool. Behind a pooler (`prepare: false`) the patched driver sends unnamed statements, and the settings
 * with each transaction instead of once for the session (decision 0057).
 */
export const poolOptions = (
  { url, isPooled }: Pick<DatabaseAddress, "url" | "isPooled">,
  name: string,
  connections: number,
  settings: Settings = {},
) =>
  ({
    max: connections,
    // One query per connection at a time: none waits behind a slow one while another connection is free.
    max_pipeline: 1,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    idle_timeout: IDLE_TIMEOUT_SECONDS,
    max_lifetime: MAX_LIFETIME_SECONDS,
    onnotice: () => {},
    // Fetching types on a connection that dies meanwhile causes a rejection that cannot be caught.
    fetch_types: false,
    backoff: () => RECONNECT_AFTER_SECONDS,
    prepare: !isPooled,
    ...(hasSeveralHosts(url) && { target_session_attrs: "primary" as const }),
    // Before Postgres 18, a planner setting that is off costs so much that Postgres compiles even the smallest statement.
    connection: { application_name: name, statement_timeout: STATEMENT_TIMEOUT_MS, jit: "off", ...settings },
  }) satisfies Options<Record<string, PostgresType>>;
