import { sql } from "drizzle-orm";
import { COLLECTING, type Db, walkingBeside } from "@/db/client";
import { isInTransaction } from "@/server/core/ctx";

const turn = (state: "on" | "off") =>
  sql.raw(`select ${COLLECTING.map((setting) => `set_config('${setting}', '${state}', true)`).join()}`);
const [OFF, ON] = [turn("off"), turn("on")];

/**
 * Reads in the order of an index, and no further than a limit, whatever the statistics say: plans that collect and sort rows
 * first are off for the reads (decision 0036). For reads whose order an index has; others get slower. Callers have connections
 * for it, which are spared the three statements around.
 */
export async function walkIndexes<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  const walking = walkingBeside(db);
  if (walking) return read(walking);
  return db.transaction(async (tx) => {
    await tx.execute(OFF);
    const found = await read(tx);
    // A transaction that goes on is planned as before; one that failed is, too.
    if (isInTransaction({ db })) await tx.execute(ON);
    return found;
  });
}
