import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isInTransaction } from "@/server/ctx";

/** What a plan would need to collect rows before it puts them in order. */
const COLLECTING = ["enable_seqscan", "enable_bitmapscan", "enable_sort", "enable_incremental_sort"];

const turn = (state: "on" | "off") =>
  sql.raw(`select ${COLLECTING.map((setting) => `set_config('${setting}', '${state}', true)`).join()}`);
const [OFF, ON] = [turn("off"), turn("on")];

/**
 * Reads in the order of an index, and no further than a limit, whatever the statistics say: plans that collect and sort rows
 * first are off for the reads (decision 0036). For reads whose order an index has; others get slower.
 */
export const walkIndexes = <T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.execute(OFF);
    const found = await read(tx);
    // A transaction that goes on is planned as before; one that failed is, too.
    if (isInTransaction({ db })) await tx.execute(ON);
    return found;
  });
