import postgres, { type Sql } from "postgres";
import type { DatabaseAddress } from "@/db/address";
import { settingsOff } from "@/db/client";
import { poolOptions } from "@/db/connect";

const STATEMENT_TIMEOUT_MS = 10_000;

/** Planner settings for plans that read or join a whole table to find a few of its rows. */
const WHOLE_TABLE_PLANS = ["enable_seqscan", "enable_bitmapscan", "enable_hashjoin", "enable_mergejoin"];

/**
 * Opens the connections of a deliverer. Its statements always find rows by an index, whatever the planner statistics say
 * (decision 0036): the queue changes too fast for statistics.
 */
export const connectDeliveries = (address: DatabaseAddress, max = 4): Sql =>
  postgres(
    address.url,
    poolOptions(address, "assay-deliveries", max, {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      ...settingsOff(WHOLE_TABLE_PLANS),
    }),
  );

/** Opens the connection that hears of new events. A pooler would give its session to others. */
export const connectListener = ({ directUrl: url }: DatabaseAddress): Sql =>
  postgres(url, poolOptions({ url, isPooled: false }, "assay-deliveries", 1));
