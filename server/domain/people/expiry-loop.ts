import { and, inArray, lte, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { LoopName } from "@/db/schema/loop-states";
import { type Loop, untilEmpty } from "@/server/loops/loop";

const BATCH_SIZE = 1_000;

interface Expiring {
  name: LoopName;
  table: PgTable;
  /** The primary key as text. */
  key: SQL<string>;
  /** An indexed time. */
  expiresAt: PgColumn;
}

/** A loop that deletes the rows of a table that have expired by now. */
export function expiryLoop({ name, table, key, expiresAt }: Expiring): Loop<string> {
  const isOver = () => lte(expiresAt, new Date());
  return {
    name,
    intervalMs: 3_600_000,
    timeoutMs: 30_000,
    keyOf: (key) => key,
    batches: (run) =>
      untilEmpty(
        run,
        async () => {
          const rows = await run.db
            .select({ key })
            .from(table)
            .where(isOver())
            .limit(BATCH_SIZE + run.aside.length);
          return rows.map(({ key }) => key);
        },
        (key) => key,
      ),
    async work({ db }, keys) {
      await db.delete(table).where(and(isOver(), inArray(key, keys)));
    },
  };
}
