import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";

/** A position at which a history is not as it was written. */
export interface BrokenHistory {
  identifier: string;
  /** Position of the first bad entry, or of the last one if the end is missing. */
  position: number;
  /** The fault at that position. */
  fault: "changed" | "unlinked" | "missing" | "added" | "cut-off";
}

/**
 * Checks the hash chains of all items: each entry's hash covers its content and the hash before it, positions have no gaps, and
 * the last entry is the one that the item stores. Cannot detect a rewrite of a whole chain together with its item.
 */
export async function findBrokenHistories(db: Db): Promise<BrokenHistory[]> {
  return db.execute<BrokenHistory & Record<string, unknown>>(sql`
    with linked as (
      select entry.*, history_hash(entry) as expected,
        lag(hash) over chain as hash_before, coalesce(lag(position) over chain, 0) as position_before
      from history entry window chain as (partition by item_id order by position)
    ), faults as (
      select item_id, position, case
        when hash <> expected then 'changed'
        when position <> position_before + 1 then 'missing'
        when previous_hash is distinct from hash_before then 'unlinked' end as fault
      from linked
      union all
      select item_id, position, 'added' from history join items on items.id = item_id
      where position > items.history_length
      union all
      select id, history_length, 'cut-off' from items
      where history_length > 0 and not exists (
        select from history
        where item_id = items.id and position = items.history_length and hash = items.history_hash)
    )
    select distinct on (item_id) identifier, position, fault
    from faults join items on items.id = item_id
    where fault is not null order by item_id, position`);
}
