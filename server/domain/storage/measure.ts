import { and, isNull, notInArray, sql } from "drizzle-orm";
import { producers } from "@/db/schema/producers";
import type { Ctx } from "@/server/core/ctx";
import type { Loop } from "@/server/loops/loop";

/**
 * Sums up the records of producers that existed before records were counted, one producer after the other. Counting waits
 * for each; scans do not.
 */
export const measuringStorage: Loop<string> = {
  name: "measuringStorage",
  intervalMs: 3_600_000,
  timeoutMs: 3_600_000,
  keyOf: (producerId) => producerId,
  async *batches(run) {
    const unmeasured = await run.db
      .select({ id: producers.id })
      .from(producers)
      .where(and(isNull(producers.storageMeasuredAt), notInArray(producers.id, [...run.aside])))
      .orderBy(producers.id);
    for (const { id } of unmeasured) {
      if (run.signal.aborted) return;
      yield [id];
    }
  },
  async work(run, some) {
    for (const id of some) await remeasure(run, id);
  },
};

/** Recounts all records of a producer. Takes a minute for each ten million scans. */
const remeasure = ({ db }: Pick<Ctx, "db">, producerId: string): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`select recount_bytes(${producerId}::uuid)`);
  });
