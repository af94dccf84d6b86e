import { and, gt, isNotNull, notInArray, sql } from "drizzle-orm";
import { belongs, COUNTED, MOVED, producerOf } from "@/db/producer-tables";
import { producers } from "@/db/schema/producers";
import type { Ctx } from "@/server/core/ctx";
import type { Loop } from "@/server/loops/loop";

const BATCH_ROWS = 1_000;
/** First answers have no index by producer, and are deleted after a day; the sandbox's own row is deleted last. */
const LEFT: readonly string[] = ["producers", "idempotency_keys"];

const filled = (text: string, id: string) => sql.raw(text.replaceAll("$1", `'${id}'::uuid`));

/** Deletes all rows of a discarded sandbox, in batches; then the sandbox itself. */
export async function deleteDiscardedSandbox(
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
  // The triggers counted what was deleted.
  for (const table of COUNTED)
    await db.execute(sql`delete from ${sql.identifier(table)} where producer_id = ${id}::uuid`);
  await db.execute(sql`delete from ${producers} where ${producers.id} = ${id}::uuid`);
}

/** Deletes the sandboxes that were emptied or whose producers were closed, one after the other. */
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
          gt(producers.sandbox, 0),
          isNotNull(producers.closedAt),
          notInArray(producers.id, [...run.aside]),
        ),
      )
      .orderBy(producers.sandbox);
    for (const { id } of discarded) {
      if (run.signal.aborted) return;
      yield [id];
    }
  },
  async work(run, some) {
    for (const id of some) await deleteDiscardedSandbox(run, id, run.signal);
  },
};
