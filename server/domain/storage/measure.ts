import { isNull, sql } from "drizzle-orm";
import { producers } from "@/db/schema/producers";
import type { Ctx } from "@/server/ctx";

/**
 * Sums up the records of producers that were there before records were counted, one producer after the other. Counting
 * waits for each; scans do not. The signal ends it between two. Returns how many producers there were.
 */
export async function measureStorage({ db }: Pick<Ctx, "db">, signal?: AbortSignal): Promise<number> {
  const unmeasured = await db
    .select({ id: producers.id })
    .from(producers)
    .where(isNull(producers.storageMeasuredAt))
    .orderBy(producers.id);
  let measured = 0;
  for (const { id } of unmeasured) {
    if (signal?.aborted) break;
    await remeasure({ db }, id);
    measured++;
  }
  return measured;
}

/** Sums up all records of a producer anew. Takes a minute for each ten million scans. */
export const remeasure = ({ db }: Pick<Ctx, "db">, producerId: string): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`select recount_bytes(${producerId}::uuid)`);
  });
