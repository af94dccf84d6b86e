import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Basis, sightings } from "@/db/schema/sightings";
import { type Ctx, callingAdmin, callingProducer, sandboxIn } from "@/server/core/ctx";
import { type Listed, readKeyset, type SortedPage } from "@/server/data/keyset";
import { type Key, orderOf, sortOf } from "@/server/data/order";
import { contains, Fragment } from "@/server/data/text-search";
import { countInTime, estimatedOf, type Total } from "@/server/data/total";
import { walkIndexes } from "@/server/data/walk-indexes";
import { isMarked, Marked } from "./marked";

/** Filters of the lists of sighted identifiers. */
export const SightedFilter = z.object({
  /** A fragment of the scanned identifier. */
  search: Fragment.optional(),
  /** What members have made of the code; all codes without it. */
  mark: Marked.optional(),
});

export type SightedFilter = z.output<typeof SightedFilter>;

/** How a list of sighted identifiers may be sorted: by their newest sighting. */
export const SightedSort = sortOf("time");

const MAX_COUNTED = 1_000;

/** An identifier that was scanned while no item had it, with a summary of its sightings. */
export interface SightedIdentifier {
  identifier: string;
  /** Id of the newest sighting. */
  id: string;
  lastSeen: Date;
  /** Why the newest sighting concerns the caller, and the pattern or identifier that it was found by. */
  basis: Basis | null;
  basisText: string | null;
  /** What members have made of it; null while it is open. */
  mark: "dismissed" | "counterfeit" | null;
  firstSeen: Date;
  /** Number of sightings among the newest 1,000; `hasMore` where there are older ones. */
  count: number;
  hasMore: boolean;
  /** Most frequent first; sightings without a known country are left out. */
  countries: string[];
  devices: number;
  /** Whether an item of the caller has the identifier now; for admins, any item. */
  isRegistered: boolean;
  /** Whether the caller has reserved the identifier in a code batch; for admins, any producer. */
  isReserved: boolean;
}

interface Row extends Record<string, unknown> {
  identifier: string;
  /** Milliseconds. */
  firstSeen: number;
  count: number;
  countries: string[];
  devices: number;
  isRegistered: boolean;
  isReserved: boolean;
  mark: "dismissed" | "counterfeit" | null;
}

const ofProducer = (producerId: string | null) =>
  producerId === null ? isNull(sightings.producerId) : eq(sightings.producerId, producerId);

/** Compares identifier and time as a row, because only one index has that order (decision 0036). */
const isOne = (producerId: string | null, operator: SQL, identifier: SQL, at: SQL) =>
  producerId === null
    ? sql`sightings.producer_id is null and (sightings.identifier, sightings.timestamp) ${operator} (${identifier}, ${at})`
    : sql`sightings.producer_id is not null
        and (sightings.producer_id, sightings.identifier, sightings.timestamp) ${operator} (${producerId}, ${identifier}, ${at})`;

/** Whether a sighting is the newest of its identifier: the next entry of that index has another identifier. */
const isNewest = (producerId: string | null) => {
  const { id, identifier, timestamp } = sightings;
  const [scope, same, of, own] =
    producerId === null
      ? [sql`later.producer_id is null`, sql``, sql``, sql``]
      : [
          sql`later.producer_id is not null`,
          sql`and later.producer_id = ${producerId}`,
          sql`later.producer_id, `,
          sql`${sightings.producerId}, `,
        ];
  return sql`not coalesce((
    select later.identifier = ${identifier} ${same} from sightings later
    where ${scope} and (${of}later.identifier, later.timestamp, later.id) > (${own}${identifier}, ${timestamp}, ${id})
    order by ${of}later.identifier, later.timestamp, later.id limit 1), false)`;
};

type Newest = Pick<SightedIdentifier, "id" | "identifier" | "lastSeen" | "basis" | "basisText">;

/** Summarises the newest sightings of each identifier, by one index lookup each. */
async function summaries(ctx: Ctx, producerId: string | null, found: Newest[]): Promise<Map<string, Row>> {
  if (found.length === 0) return new Map();
  const rows = await walkIndexes(ctx.db, (db) =>
    db.execute<Row>(sql`
    select wanted.identifier, told.*,
      coalesce((select ${producerId === null ? sql`true` : sql`items.producer_id = ${producerId}`} from items
        where items.identifier = wanted.identifier and items.sandbox = ${sandboxIn(ctx)} and items.deleted_at is null), false) as "isRegistered",
      exists (select from batch_codes join code_batches on code_batches.id = batch_codes.batch_id
        where batch_codes.identifier = wanted.identifier and batch_codes.sandbox = ${sandboxIn(ctx)}
          ${producerId === null ? sql`` : sql`and code_batches.producer_id = ${producerId}`}) as "isReserved",
      (select mark from code_marks where code_marks.producer_id = ${producerId}::uuid and code_marks.identifier = wanted.identifier) as mark
    from jsonb_array_elements_text(${JSON.stringify(found.map(({ identifier }) => identifier))}::text::jsonb) as wanted(identifier)
    cross join lateral (
      select extract(epoch from min(timestamp))::float8 * 1000 as "firstSeen", count(*)::int as count, count(distinct device)::int as devices,
        to_jsonb(array(select country from unnest(array_agg(country)) as seen(country) where country is not null
          group by country order by count(*) desc, country)) as countries
      from (
        select timestamp, country, device from sightings
        where ${isOne(producerId, sql`<=`, sql`wanted.identifier`, sql`'infinity'`)}
          and ${isOne(producerId, sql`>=`, sql`wanted.identifier`, sql`'-infinity'`)}
        order by ${producerId === null ? sql`` : sql`producer_id desc,`} identifier desc, timestamp desc limit ${MAX_COUNTED + 1}
      ) newest
    ) told`),
  );
  return new Map(rows.map((row) => [row.identifier, row]));
}

/** Lists the identifiers of sightings that concern the caller, each once, most recently seen first. */
export const listSightedIdentifiers = (ctx: Ctx, filter: SightedFilter, page: SortedPage<"time">) =>
  listOf(ctx, callingProducer(ctx).producerId, filter, page);

/** Lists the identifiers of sightings that concern no producer, for admins. */
export function listUnclaimedIdentifiers(ctx: Ctx, filter: SightedFilter, page: SortedPage<"time">) {
  callingAdmin(ctx);
  return listOf(ctx, null, filter, page);
}

const MAX_TOTAL = 2_000;

/**
 * The number of identifiers of sightings that concern the caller. Passes from each identifier to the next along the index, up
 * to 2,000; estimates more.
 */
export async function totalOfSightedIdentifiers(ctx: Ctx, { search, mark }: SightedFilter): Promise<Total> {
  const { producerId } = callingProducer(ctx);
  const { identifier } = sightings;
  const next = (after: SQL) => sql`(
    select ${identifier} from ${sightings} where ${sightings.producerId} = ${producerId} and ${identifier} > ${after}
    order by ${identifier} limit 1)`;
  const passesOf = (code: SQL) =>
    and(search ? contains(code, search) : undefined, isMarked(sql`${producerId}`, code, mark));
  const passes = passesOf(sql`counted.identifier`) ?? sql`true`;
  const count = await countInTime(
    ctx,
    sql`with recursive seen(identifier) as (
        select ${next(sql`''`)} union all select ${next(sql`seen.identifier`)} from seen where seen.identifier is not null)
      select case when count(*) > ${MAX_TOTAL} then null else (count(*) filter (where ${passes}))::int end as count
      from (select identifier from seen where identifier is not null limit ${MAX_TOTAL + 1}) as counted`,
  );
  if (count != null) return { count, isExact: true };
  const own = and(ofProducer(producerId), passesOf(sql`${identifier}`));
  return {
    count: await estimatedOf(ctx, sql`select distinct ${identifier} from ${sightings} where ${own}`),
    isExact: false,
  };
}

async function listOf(
  ctx: Ctx,
  producerId: string | null,
  { search, mark }: SightedFilter,
  page: SortedPage<"time">,
): Promise<Listed<SightedIdentifier>> {
  const { id, identifier, timestamp, basis, basisText } = sightings;
  const own = ofProducer(producerId);
  const filters = and(
    search ? contains(sql`${identifier}`, search) : undefined,
    isMarked(sql`${sightings.producerId}`, sql`${identifier}`, mark),
    isNewest(producerId),
  );
  const keyOf = (row: Newest): Key => ({ at: row.lastSeen, id: row.id });
  const { entries, nextCursor } = await readKeyset<Newest>(ctx, page, (ctx) => ({
    time: timestamp,
    order: orderOf(page.sort, { time: { column: timestamp, values: "time" } }, "time"),
    id,
    keyOf,
    read: (range: SQL | undefined, order, limit) =>
      ctx.db
        .select({ id, identifier, lastSeen: timestamp, basis, basisText })
        .from(sightings)
        .where(and(own, filters, range))
        .orderBy(...order)
        .limit(limit),
    walked: { table: sightings, where: own },
  }));
  const byIdentifier = await summaries(ctx, producerId, entries);
  return {
    entries: entries.map((newest) => {
      const { firstSeen, count, countries, devices, isRegistered, isReserved, mark } = byIdentifier.get(
        newest.identifier,
      ) ?? {
        firstSeen: newest.lastSeen.getTime(),
        count: 1,
        countries: [],
        devices: 0,
        isRegistered: false,
        isReserved: false,
        mark: null,
      };
      return {
        ...newest,
        firstSeen: new Date(firstSeen),
        count: Math.min(count, MAX_COUNTED),
        hasMore: count > MAX_COUNTED,
        countries,
        devices,
        isRegistered,
        isReserved: isReserved && !isRegistered,
        mark,
      };
    }),
    nextCursor,
  };
}
