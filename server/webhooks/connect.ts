import postgres, { type Sql } from "postgres";
import { MAX_LIFETIME_SECONDS, settingsOff } from "@/db/client";

const STATEMENT_TIMEOUT_MS = 10_000;

/** Planner settings for plans that read or join a whole table to find a few of its rows. */
const WHOLE_TABLE_PLANS = ["enable_seqscan", "enable_bitmapscan", "enable_hashjoin", "enable_mergejoin"];

/**
 * Opens the connections of a deliverer. Its statements always find rows by an index, whatever the planner statistics say
 * (decision 0036): the queue changes too fast for statistics.
 */
export const connectDeliveries = (url: string, max = 4): Sql =>
  postgres(url, {
    max,
    max_pipeline: 1,
    idle_timeout: 0,
    max_lifetime: MAX_LIFETIME_SECONDS,
    connect_timeout: 2,
    fetch_types: false,
    onnotice: () => {},
    backoff: () => 0.2,
    connection: {
      application_name: "assay-deliveries",
      statement_timeout: STATEMENT_TIMEOUT_MS,
      ...settingsOff(WHOLE_TABLE_PLANS),
    },
  });
