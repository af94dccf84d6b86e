import { sql } from "drizzle-orm";
import { items } from "@/db/schema/items";
import { producers } from "@/db/schema/producers";
import { scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";
import { timeOfId } from "@/server/platform/ids";

/** So that a code that is scanned everywhere does not make its page slow. */
const MAX_COUNTED = 100;

/** What everybody may know of an item's scans so far. */
export interface Past {
  producerName: string;
  /** How often it was scanned before, at most a hundred; `hasMore` where it was more often. */
  count: number;
  hasMore: boolean;
  /** In how many countries, among the newest of these; scans of no known country are left out. */
  countries: number;
  /** The first of them; nothing where there was none. */
  first: { at: Date; country: string | null } | null;
  /** Whether it is known where the scan itself was made. */
  isPlaced: boolean;
}

interface Row extends Record<string, unknown> {
  producerName: string;
  count: number;
  countries: number;
  /** Milliseconds. */
  firstAt: number | null;
  firstCountry: string | null;
  isPlaced: boolean;
}

/**
 * What was before the scan with the given id, which is the service's, or before now; walks the item's index, and never
 * more than a part of it. Nothing where no item has the identifier.
 */
export async function pastOfItem(
  ctx: Ctx,
  identifier: string,
  scanId: string | undefined,
): Promise<Past | undefined> {
  const before =
    scanId === undefined
      ? sql`true`
      : sql`(timestamp, id) < (${new Date(timeOfId(scanId)).toISOString()}::timestamptz, ${scanId}::uuid)`;
  const [row] = await walkIndexes(ctx.db, (db) =>
    db.execute<Row>(sql`
    select ${producers.name} as "producerName", past.count, past.countries,
      extract(epoch from first.timestamp)::float8 * 1000 as "firstAt", first.country as "firstCountry",
      exists (select from ${scans} where id = ${scanId ?? null}::uuid and latitude is not null) as "isPlaced"
    from ${items} join ${producers} on ${producers.id} = ${items.producerId}
    cross join lateral (
      select count(*)::int as count, count(distinct country)::int as countries from (
        select country from ${scans} where item_id = ${items.id} and ${before}
        order by timestamp desc, id desc limit ${MAX_COUNTED + 1}
      ) newest
    ) past
    left join lateral (
      select timestamp, country from ${scans} where item_id = ${items.id} and ${before}
      order by timestamp, id limit 1
    ) first on true
    where ${items.identifier} = ${identifier} and ${items.deletedAt} is null`),
  );
  if (!row) return undefined;
  const { producerName, count, countries, firstAt, firstCountry, isPlaced } = row;
  return {
    producerName,
    count: Math.min(count, MAX_COUNTED),
    hasMore: count > MAX_COUNTED,
    countries,
    first: firstAt === null ? null : { at: new Date(firstAt), country: firstCountry },
    isPlaced,
  };
}
