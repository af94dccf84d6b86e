import { and, gt, isNotNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { belongs, COUNTED, MOVED, producerOf } from "@/db/producer-tables";
import { producers } from "@/db/schema/producers";
import { wholeLoop } from "@/server/loops/whole";

const BATCH_ROWS = 1_000;
const INTERVAL_MS = 10_000;

const filled = (text: string, id: string) => sql.raw(text.replaceAll("$1", `'${id}'::uuid`));

/** Deletes all rows of a discarded sandbox, in batches; then the sandbox itself. */
async function deleteRows(db: Db, id: string, signal?: AbortSignal): Promise<void> {
  for (const table of MOVED.toReversed()) {
    if (table.name === "producers") continue;
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

/** Deletes the sandboxes that were discarded. */
export async function deleteDiscardedSandboxes(db: Db, signal?: AbortSignal): Promise<void> {
  const discarded = await db
    .select({ id: producers.id })
    .from(producers)
    .where(and(gt(producers.sandbox, 0), isNotNull(producers.closedAt)))
    .limit(100);
  for (const { id } of discarded) await deleteRows(db, id, signal);
}

export const discardedSandboxes = wholeLoop("discardedSandboxes", INTERVAL_MS, ({ db }, signal) =>
  deleteDiscardedSandboxes(db, signal),
);
