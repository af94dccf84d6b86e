import { and, asc, eq, isNotNull, isNull, lt, notInArray, sql } from "drizzle-orm";
import { history } from "@/db/schema/history";
import { items } from "@/db/schema/items";
import type { Ctx } from "@/server/core/ctx";
import { type Loop, type Run, untilEmpty } from "@/server/loops/loop";
import { restAfter } from "@/server/loops/rest";

/** Same as in the trigger of the history table, which refuses earlier deletions. */
const KEPT_DAYS = 90;
const BATCH_SIZE = 500;

const isDue = and(
  lt(items.deletedAt, sql`now() - make_interval(days => ${KEPT_DAYS})`),
  isNotNull(items.deletedAt),
  isNull(items.purgedAt),
);

const dueItems = ({ db, aside }: Run): Promise<{ id: number }[]> =>
  db
    .select({ id: items.id })
    .from(items)
    .where(and(isDue, notInArray(items.id, aside.map(Number))))
    .orderBy(asc(items.deletedAt))
    .limit(BATCH_SIZE)
    // Items that another process has locked are not listed, or they would be listed again and again.
    .for("no key update", { skipLocked: true });

/** Purges one item, unless another process has purged it or is purging it. */
const purgeOne = ({ db }: Pick<Ctx, "db">, id: number): Promise<"left" | undefined> =>
  db.transaction(async (tx) => {
    const [free] = await tx
      .select({ id: items.id })
      .from(items)
      .where(and(eq(items.id, id), isDue))
      .for("no key update", { skipLocked: true });
    if (!free) return "left";
    await tx.execute(sql`
      update ${items} set title = null, image = null, data = '{}', verificationinfos = '[]',
        history_length = 0, history_hash = null, purged_at = now()
      where id = ${id}`);
    for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE; ) {
      const entries = await tx.execute(sql`
        delete from ${history} where id in (
          select id from ${history} where item_id = ${id} order by position limit ${BATCH_SIZE})
        returning id`);
      deleted = entries.length;
    }
  });

/**
 * Purges items that were deleted 90 days ago: their description and whole history are deleted. Identifier and counters stay,
 * because only the producer may use the identifier again and the scans refer to the item.
 */
export const deletedItems: Loop<{ id: number }> = {
  name: "deletedItems",
  intervalMs: 24 * 3_600_000,
  timeoutMs: 600_000,
  keyOf: ({ id }) => String(id),
  async *batches(run) {
    for await (const due of untilEmpty(run, () => dueItems(run)))
      for (const item of due) {
        const began = performance.now();
        if (run.signal.aborted) return;
        yield [item];
        await restAfter(began, run.signal);
      }
  },
  async work(run, some) {
    for (const { id } of some) if ((await purgeOne(run, id)) === "left") return "left";
  },
};
