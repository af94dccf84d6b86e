import { sql } from "drizzle-orm";
import type { Ctx } from "@/server/ctx";

/** As in `count_bytes()` of the database, which waits for it. */
const COUNTING_LOCK = 4_702_114;

/** Adds up the bytes that came or went, unless another process is at it (decision 0042). Returns how many notes there were. */
export async function countBytes({ db }: Pick<Ctx, "db">): Promise<number> {
  const [some] = await db.execute(sql`select from pending_bytes limit 1`);
  if (!some) return 0;
  return db.transaction(async (tx) => {
    // After an outage there may be very many.
    await tx.execute(sql`set local statement_timeout = 0`);
    const [done] = await tx.execute<{ counted: number }>(
      sql`select count_bytes()::float8 as counted where pg_try_advisory_xact_lock(${COUNTING_LOCK})`,
    );
    return done?.counted ?? 0;
  });
}
