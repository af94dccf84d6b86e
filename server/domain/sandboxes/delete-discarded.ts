import { and, desc, gt, isNotNull, notInArray, or, sql } from "drizzle-orm";
import { belongs, COUNTED, MOVED, producerOf } from "@/db/producer-tables";
import { producers } from "@/db/schema/producers";
import type { Ctx } from "@/server/core/ctx";
import type { Loop } from "@/server/loops/loop";

const BATCH_ROWS = 1_000;
/** Of pending roll-up rows, counted at once. */
const COUNTED_ROWS = 20_000;
/** First answers have no index by producer, and are deleted after a day; the producer's own row is deleted last. */
const LEFT: readonly string[] = ["producers", "idempotency_keys"];

const filled = (text: string, id: string) => sql.raw(text.replaceAll("$1", `'${id}'::uuid`));

/** Deletes all rows of a discarded sandbox or demo, in batches; then its own row. */
export async function deleteDiscarded(
  { db }: Pick<Ctx, "db">,
  id: string,
  signal?: AbortSignal,
): Promise<void> {
  for (const table of MOVED.toReversed()) {
    if (LEFT.includes(table.name)) continue;
    const statement = filled(
      `delete from ${table.name} r where ${producerOf(table)} = $1 and ctid = any(array(
        select r.ctid from ${table.name} r where ${belongs(table)} limit ${BATCH_ROWS}))`,
      id,
    );
    while ((await db.execute(statement)).count >= BATCH_ROWS) signal?.throwIfAborted();
  }
  // What was deleted leaves the sums over all producers, too.
  const countSome = sql`select count_scans(array[${id}::uuid], ${COUNTED_ROWS})::float8 as counted`;
  while (((await db.execute<{ counted: number }>(countSome))[0]?.counted ?? 0) > 0) signal?.throwIfAborted();
  for (const table of COUNTED)
    await db.execute(sql`delete from ${sql.identifier(table)} where producer_id = ${id}::uuid`);
  await db.execute(sql`delete from ${producers} where ${producers.id} = ${id}::uuid`);
}

/** Deletes sandboxes that were emptied or whose producers were closed, and replaced public demos, one after the other. */
export const discardedSandboxes: Loop<string> = {
  name: "discardedSandboxes",
  intervalMs: 10_000,
  timeoutMs: 3_600_000,
  keyOf: (producerId) => producerId,
  async *batches(run) {
    const discarded = await run.db
      .select({ id: producers.id })
      .from(producers)
      .where(
        and(
          or(gt(producers.sandbox, 0), producers.isPublicDemo),
          isNotNull(producers.closedAt),
          notInArray(producers.id, [...run.aside]),
        ),
      )
      // Sandboxes before their producers.
      .orderBy(desc(producers.sandbox), producers.id);
    for (const { id } of discarded) {
      if (run.signal.aborted) return;
      yield [id];
    }
  },
  async work(run, some) {
    for (const id of some) await deleteDiscarded(run, id, run.signal);
  },
};
