import { sql } from "drizzle-orm";
import { COLLECTING, type Db, walkingBeside } from "@/db/client";
import { isInTransaction } from "@/server/core/ctx";

const turn = (state: "on" | "off") =>
  sql.raw(`select ${COLLECTING.map((setting) => `set_config('${setting}', '${state}', true)`).join()}`);
const [OFF, ON] = [turn("off"), turn("on")];

/**
 * Reads in the order of an index, and no further than a limit, regardless of planner statistics: plans that collect and sort
 * rows first are off (decision 0036). Use it only where an index has the order; other reads get slower. Callers have separate
 * connections for it, which need no extra statements.
 */
export async function walkIndexes<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  const walking = walkingBeside(db);
  if (walking) return read(walking);
  return db.transaction(async (tx) => {
    await tx.execute(OFF);
    const found = await read(tx);
    // Restores planning for the rest of an outer transaction; a rollback restores it by itself.
    if (isInTransaction({ db })) await tx.execute(ON);
    return found;
  });
}
