import { sql } from "drizzle-orm";
import { items } from "@/db/schema/items";
import { scanDays } from "@/db/schema/scan-days";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";

const MAX_COUNTED = 1_000;

/** What a group holds. */
export interface GroupFigures {
  /** Counted up to 1,000. */
  items: number;
  hasMoreItems: boolean;
  /** Scans of items that were in the group at the time. */
  scans: number;
  fakes: number;
}

const NONE: GroupFigures = { items: 0, hasMoreItems: false, scans: 0, fakes: 0 };

/** Reads the figures of the caller's groups: items by the index of each group, scans from the roll-ups. */
export async function figuresOf(ctx: Ctx, ids: string[]): Promise<(id: string) => GroupFigures> {
  if (ids.length === 0) return () => NONE;
  const { producerId } = callingProducer(ctx);
  const rows = await walkIndexes(ctx.db, (db) =>
    db.execute<{ id: string; items: number; scans: number; fakes: number }>(sql`
      select wanted.id, members.items, scanned.scans, scanned.fakes
      from unnest(${`{${ids.join()}}`}::uuid[]) as wanted(id)
      cross join lateral (
        select count(*)::int as items from (
          select from ${items} where ${items.groupId} = wanted.id and ${items.producerId} = ${producerId}
          order by ${items.createdAt}, ${items.id} limit ${MAX_COUNTED + 1}) as member
      ) as members
      cross join lateral (
        select coalesce(sum(original + fake + unknown + error), 0)::float8 as scans, coalesce(sum(fake), 0)::float8 as fakes
        from ${scanDays} where ${scanDays.producerId} = ${producerId} and facet = 'group' and value = wanted.id::text
      ) as scanned`),
  );
  const figures = new Map(
    rows.map(({ id, items, scans, fakes }): [string, GroupFigures] => [
      id,
      { items: Math.min(items, MAX_COUNTED), hasMoreItems: items > MAX_COUNTED, scans, fakes },
    ]),
  );
  return (id) => figures.get(id) ?? NONE;
}
