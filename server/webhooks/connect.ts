import postgres, { type Sql } from "postgres";
import { settingsOff } from "@/db/client";

const STATEMENT_TIMEOUT_MS = 10_000;

/** Plans that read a whole table, and join it at once, to find a few of its rows. */
const READING_ALL = ["enable_seqscan", "enable_bitmapscan", "enable_hashjoin", "enable_mergejoin"];

/**
 * The connections of what delivers. Its statements find rows by an index, one by one, whatever the statistics say (decision
 * 0036): what waits comes and goes too fast for them.
 */
export const connectDeliveries = (url: string, max = 4): Sql =>
  postgres(url, {
    max,
    max_pipeline: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 2,
    fetch_types: false,
    onnotice: () => {},
    backoff: () => 0.2,
    connection: {
      application_name: "assay-deliveries",
      statement_timeout: STATEMENT_TIMEOUT_MS,
      ...settingsOff(READING_ALL),
    },
  });
