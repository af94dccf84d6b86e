import { sql } from "drizzle-orm";
import { items } from "@/db/schema/items";
import { producers } from "@/db/schema/producers";
import { scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";
import { timeOfId } from "@/server/platform/ids";

/** Bounded, so that a hot item does not slow its page down. */
const MAX_COUNTED = 100;

/** The public facts about an item's earlier scans. */
export interface Past {
  producerName: string;
  /** The number of earlier scans, at most 100; `hasMore` if there are more. */
  count: number;
  hasMore: boolean;
  /** The number of countries among the newest earlier scans; scans of unknown country are ignored. */
  countries: number;
  /** The first scan; null without earlier scans. */
  first: { at: Date; country: string | null } | null;
  /** Whether the scan itself has a place. */
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
 * Summarises the scans of an item before the scan with the given id, which must be an id of this service, or before now.
 * Walks a bounded part of the item's index. Returns undefined if no item has the identifier, as far
 * as sandboxes are left aside.
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
    where ${items.identifier} = ${identifier} and ${items.sandbox} = 0 and ${items.deletedAt} is null`),
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
