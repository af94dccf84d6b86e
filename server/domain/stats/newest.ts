import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { NO_COUNTRY } from "@/db/schema/scan-days";
import { scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";
import { MAX_NEWEST_SCANS } from "@/server/core/max-newest-scans";
import { during, indexOrder, isLed, type Lead } from "@/server/data/keyset";
import { walkIndexes } from "@/server/data/walk-indexes";
import { leastIdAt } from "@/server/platform/ids";
import { inCountry } from "./in-country";
import { ofScope } from "./map-terms";
import type { StatsRange } from "./schema";
import { isAllProducers, type Scope } from "./scope";

/** How much is read where roll-ups do not have a figure. Tests lower the bounds. */
export const BOUNDS = {
  /** Rows of the table. */
  rows: MAX_NEWEST_SCANS,
  /** Entries of the index of places that are read even where roll-ups would do. */
  cheapEntries: 200_000,
  /** Entries of the index of places. */
  entries: 1_000_000,
};

/** A country or a group to which scans are limited. */
export interface Narrowed {
  country?: string | undefined;
  group?: string | undefined;
}

export const narrowedTo = ({ country, group }: Narrowed): SQL | undefined =>
  and(inCountry(country), group === undefined ? undefined : eq(scans.groupId, group));

const leadOf = ({ country, group }: Narrowed): Lead | undefined => {
  if (group !== undefined) return { column: scans.groupId, value: group };
  if (country === undefined || country === NO_COUNTRY) return undefined;
  return { column: scans.country, value: country };
};

/** The columns that conditions of places, countries, groups and scopes need, and the item. */
const COLUMNS = sql`${scans.id}, ${scans.itemId}, ${scans.producerId}, ${scans.timestamp}, ${scans.latitude}, ${scans.longitude},
  ${scans.copyclassification}, ${scans.country}, ${scans.groupId}`;

/** Which scans are read, the newest first. */
interface Newest {
  scope: Scope;
  range: StatsRange;
  narrowed: Narrowed;
  bounds?: typeof BOUNDS;
}

function walkOf({ scope, range: { from, before }, narrowed, bounds = BOUNDS }: Newest): SQL {
  // Ids contain the time, and no index has the scans of all producers in the order of their timestamps.
  if (isAllProducers(scope))
    return sql`select ${COLUMNS} from ${scans}
      where ${and(gte(scans.id, leastIdAt(from)), lt(scans.id, leastIdAt(before)))}
      order by ${scans.id} desc limit ${bounds.rows + 1}`;
  const lead = leadOf(narrowed);
  const time = scans.timestamp;
  const where = and(
    eq(scans.producerId, scope.producerId),
    isLed({ lead }),
    during({ lead, time }, { from, before }),
  );
  const order = sql.join(indexOrder({ lead, time, id: scans.id }), sql`, `);
  return sql`select ${COLUMNS} from ${scans} where ${where} order by ${order} limit ${bounds.rows + 1}`;
}

/** Rows made of the newest scans, and since when these scans were made; `from` is null where they are all. */
export interface OfNewest<Row> {
  rows: Row[];
  from: number | null;
}

/**
 * Reads the newest scans of a range along an index, 20,000 at most, and makes rows of those that the narrowing and `passes`
 * leave. `select` is what follows the word, with its grouping.
 */
export function readNewest<Row extends Record<string, unknown>>(
  ctx: Ctx,
  newest: Newest,
  { select, passes, groupBy }: { select: SQL; passes?: SQL | undefined; groupBy?: SQL },
): Promise<OfNewest<Row>> {
  const where = and(ofScope(scans.producerId, newest.scope), narrowedTo(newest.narrowed), passes);
  return walkIndexes(ctx.db, async (db) => {
    // Named like the table, so that conditions of its columns apply to the rows of the walk.
    const [found] = await db.execute<{ rows: Row[] | null; walked: number; since: number | null }>(sql`
      with ${scans} as materialized (${walkOf(newest)})
      select (select count(*)::int from ${scans}) as walked,
        (select extract(epoch from min(timestamp))::float8 * 1000 from ${scans}) as since,
        (select json_agg(made) from (select ${select} from ${scans} where ${where ?? sql`true`} ${groupBy ?? sql``}) as made) as rows`);
    const { rows = null, walked = 0, since = null } = found ?? {};
    return { rows: rows ?? [], from: walked > (newest.bounds ?? BOUNDS).rows ? since : null };
  });
}
