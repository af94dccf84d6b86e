import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { history } from "@/db/schema/history";
import { items } from "@/db/schema/items";
import type { Ctx } from "@/server/ctx";
import { restAfter } from "@/server/domain/shared/rest";

/** As in the trigger of the history table, which refuses it before. */
const KEPT_DAYS = 90;
const BATCH_SIZE = 500;

/** What is left of one item that was deleted so long ago. Returns whether there was one. */
async function purgeOne(db: Db): Promise<boolean> {
  const [item] = await db.execute<{ id: string }>(sql`
    update ${items} set title = null, image = null, data = '{}', verificationinfos = '[]',
      history_length = 0, history_hash = null, purged_at = now()
    where id = (
      select id from ${items}
      where deleted_at < now() - make_interval(days => ${KEPT_DAYS}) and deleted_at is not null and purged_at is null
      order by deleted_at limit 1 for no key update skip locked)
    returning id`);
  if (!item) return false;
  for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE; ) {
    const entries = await db.execute(sql`
      delete from ${history} where id in (
        select id from ${history} where item_id = ${item.id} order by position limit ${BATCH_SIZE})
      returning id`);
    deleted = entries.length;
  }
  return true;
}

/**
 * Purges items that were deleted 90 days ago: what they said and their whole history go. Identifier and counters stay, as
 * only their producer may take the identifier again and their scans point at them. Returns how many items.
 */
export async function purgeDeletedItems({ db }: Pick<Ctx, "db">, signal?: AbortSignal): Promise<number> {
  for (let purged = 0; ; purged++) {
    const began = performance.now();
    if (signal?.aborted || !(await db.transaction(purgeOne))) return purged;
    await restAfter(began, signal);
  }
}
