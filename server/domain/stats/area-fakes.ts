import { and, eq, type SQL, sql } from "drizzle-orm";
import { groups } from "@/db/schema/groups";
import { items } from "@/db/schema/items";
import { scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";
import { during, indexOrder, isLed } from "@/server/data/keyset";
import { walkIndexes } from "@/server/data/walk-indexes";
import { inArea, isFoundByPlace } from "./area";
import { type Tiles, tilesOf } from "./area-tiles";
import { inDegrees } from "./box";
import type { AreaQuery } from "./map-query";
import { rangeOf } from "./map-terms";
import { BOUNDS, narrowedTo } from "./newest";
import { isAllProducers, type Scope } from "./scope";

const MAX_SHOWN = 5;

interface Ranked {
  fakes: number;
  /** All its scans in the area; null where they were not counted. */
  scans: number | null;
}

/** The fakes of an area, and what has most of them. */
export interface AreaFakes {
  /** The first of the fakes in the area, in milliseconds; null without any, and where older ones were not read. */
  first: number | null;
  /** The last of them. */
  last: number | null;
  /** Since when fakes were read, in milliseconds; null where all were. */
  from: number | null;
  items: (Ranked & { identifier: string; title: string | null })[];
  countries: (Ranked & { country: string })[];
  groups: (Ranked & { id: string; title: string | null })[];
}

/** Rows of an area, and how to read them. */
export interface FakeRows {
  /** Selects scans. */
  read: SQL;
  /** The condition of those in the area. */
  where: SQL | undefined;
  /** Whether these are all scans of the area, and not just fakes. */
  areAll: boolean;
  isWalk: boolean;
}

const COLUMNS = sql`${scans.id}, ${scans.itemId}, ${scans.identifier}, ${scans.timestamp}, ${scans.copyclassification},
  ${scans.country}, ${scans.groupId}, ${scans.latitude}, ${scans.longitude}`;

/** The index of fakes has no originals, and is chosen by this condition. */
const NOT_ORIGINAL = sql`${scans.copyclassification} <> 'original'`;
const FAKE = { column: scans.copyclassification, value: "fake" };

/** The scans of a small area, the fakes of a larger one, or the newest fakes of the producer. */
export function fakeRows(scope: Scope, query: AreaQuery, tiles: Tiles, bounds = BOUNDS): FakeRows {
  const { box, days, ...narrowed } = query;
  const byPlace = (more: SQL | undefined) =>
    // The offset keeps the search by place apart from what is made of its rows.
    sql`select ${COLUMNS} from ${scans} where ${and(inArea(scope, query), more)} offset 0`;
  if (isFoundByPlace(tiles.touching, tiles, bounds))
    return { read: byPlace(undefined), where: undefined, areAll: true, isWalk: false };
  if (isFoundByPlace(tiles.fakes, tiles, bounds))
    return {
      read: byPlace(eq(scans.copyclassification, "fake")),
      where: undefined,
      areAll: false,
      isWalk: false,
    };
  const walk = { lead: FAKE, time: scans.timestamp, id: scans.id };
  const walked = and(
    eq(scans.producerId, scope.producerId),
    NOT_ORIGINAL,
    isLed(walk),
    during(walk, rangeOf(days)),
  );
  return {
    read: sql`select ${COLUMNS} from ${scans} where ${walked}
      order by ${sql.join(indexOrder(walk), sql`, `)} limit ${bounds.rows + 1}`,
    where: and(inDegrees(box, sql`${scans.longitude}`, sql`${scans.latitude}`), narrowedTo(narrowed)),
    areAll: false,
    isWalk: true,
  };
}

const at = (time: SQL) => sql`extract(epoch from ${time})::float8 * 1000`;
const isFake = sql`copyclassification = 'fake'`;

function ranked(keys: SQL, made: SQL, { areAll }: FakeRows): SQL {
  const all = areAll ? sql`count(*)::int` : sql`null::int`;
  return sql`(select coalesce(json_agg(${made} order by fakes desc, scans desc), '[]') from (
    select ${keys}, count(*) filter (where ${isFake})::int as fakes, ${all} as scans from here
    where num_nulls(${keys}) = 0 group by ${keys} order by fakes desc, scans desc, ${keys} limit ${MAX_SHOWN}) as most)`;
}

interface Row extends Omit<AreaFakes, "from">, Record<string, unknown> {
  read: number;
  reached: number | null;
}

/**
 * Reads since when an area has fakes, and the items, countries and groups with most of them. From many fakes, the newest 20,000
 * of the producer are read. None for all producers together, which share neither items nor groups.
 */
export async function fakesOfArea(
  ctx: Ctx,
  scope: Scope,
  query: AreaQuery,
  bounds = BOUNDS,
): Promise<AreaFakes> {
  const none = { first: null, last: null, from: null, items: [], countries: [], groups: [] };
  if (isAllProducers(scope)) return none;
  const rows = fakeRows(scope, query, await tilesOf(ctx, scope, query), bounds);
  const ofProducer = sql`producer_id = ${scope.producerId}`;
  const made = (named: SQL) => sql`json_build_object(${named}, 'fakes', fakes, 'scans', scans)`;
  const titleOfItem = sql`(select coalesce((select title from ${groups} as own where own.id = named.group_id), title)
    from ${items} as named where deleted_at is null and named.identifier = most.identifier and ${ofProducer} limit 1)`;
  const titleOfGroup = sql`(select title from ${groups} as named where named.id = most.group_id and ${ofProducer})`;
  const statement = sql`
    with ${scans} as materialized (${rows.read}),
      here as materialized (select * from ${scans} where ${rows.where ?? sql`true`})
    select (select count(*)::int from ${scans}) as read, (select ${at(sql`min(timestamp)`)} from ${scans}) as reached,
      (select ${at(sql`min(timestamp)`)} from here where ${isFake}) as first,
      (select ${at(sql`max(timestamp)`)} from here where ${isFake}) as last,
      ${ranked(sql`identifier`, made(sql`'identifier', identifier, 'title', ${titleOfItem}`), rows)} as items,
      ${ranked(sql`country`, made(sql`'country', country`), rows)} as countries,
      ${ranked(sql`group_id`, made(sql`'id', group_id, 'title', ${titleOfGroup}`), rows)} as groups`;
  const [found] = await (rows.isWalk
    ? walkIndexes(ctx.db, (db) => db.execute<Row>(statement))
    : ctx.db.execute<Row>(statement));
  if (!found) return none;
  const { read, reached, first, ...shown } = found;
  const from = rows.isWalk && read > bounds.rows ? reached : null;
  return { ...shown, first: from === null ? first : null, from };
}
