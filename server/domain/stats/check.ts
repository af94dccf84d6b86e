import { type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { JsonObject } from "@/db/json";
import { ALL_PRODUCERS } from "@/db/schema/scan-days";

/** A key whose roll-up differs from the scans, or for `storage_bytes` from the records. */
export interface Difference {
  table:
    | "scan_hours"
    | "scan_days"
    | "scan_cells"
    | "scan_month_cells"
    | "item_days"
    | "item_fakes"
    | "storage_bytes";
  key: JsonObject;
  /** Values computed from the scans; null where there are none. */
  scans: JsonObject | null;
  /** Values of the roll-up; null where it lacks the key. */
  rollUp: JsonObject | null;
}

const VERDICTS = sql.raw(
  ["original", "fake", "unknown", "error"]
    .map((verdict) => `count(*) filter (where copyclassification = '${verdict}') as ${verdict}`)
    .join(),
);
const COUNTS = ["original", "fake", "unknown", "error"];
const DAY = sql`(timestamp at time zone 'UTC')::date`;

/** Sandboxes are counted by themselves alone. */
const IS_REAL = sql`producer_id in (select id from producers where sandbox = 0)`;

const countsByFacet = (time: SQL) => sql`
  with own as (
    select producer_id, facet, ${time} as time, value, ${VERDICTS}
    from scans cross join lateral (values ('country', coalesce(country, 'ZZ')), ('os', lower(left(coalesce(os, ''), 40) collate "C")),
      ('group', coalesce(group_id::text, ''))) as facet(facet, value)
    group by 1, 2, 3, 4
  )
  select * from own union all
  select ${ALL_PRODUCERS}::uuid, facet, time, value, sum(original), sum(fake), sum(unknown), sum(error)
  from own where facet <> 'group' and ${IS_REAL} group by facet, time, value`;

const countsByCell = (time: SQL) => sql`
  with own as (
    select producer_id, level, ${time} as time, tile_x(longitude, level) as x, tile_y(latitude, level) as y, ${VERDICTS},
      sum(round(latitude * 1000000)::bigint) as latitude_sum, sum(round(longitude * 1000000)::bigint) as longitude_sum
    from scans cross join (values (6), (9)) as level(level) where latitude is not null
    group by 1, 2, 3, 4, 5
  )
  select * from own union all
  select ${ALL_PRODUCERS}::uuid, level, time, x, y, sum(original), sum(fake), sum(unknown), sum(error),
    sum(latitude_sum), sum(longitude_sum)
  from own where ${IS_REAL} group by level, time, x, y`;

const items = sql`
  select producer_id, ${DAY} as day, item_id >> 12 as chunk,
    bit_or(set_bit(repeat('0', 4096)::bit(4096), (item_id & 4095)::integer, 1)) as items`;

/** Items with pending removals of scans. Until these are counted, the item may or may not remain scanned on the day. */
const itemsInDoubt = sql`${items} from pending_rollups where n < 0 group by 1, 2, 3`;

const itemsByDay = (rows: SQL) => sql`
  select producer_id, day, chunk, bit_or(items) as items from (${rows} union all ${itemsInDoubt}) as told group by 1, 2, 3`;

/** Each fake counts in the stretches that begin with its month, quarter and year, in those that end with them, and ever. */
const fakesByItem = sql`
  select producer_id, stretch, case stretch when 'ever' then '0001-01-01'
    else (date_trunc(stretch, timestamp at time zone 'UTC') - ago)::date end as first, item_id, count(*) as fakes
  from scans cross join (values ('month', interval '0'), ('month', '1 month'), ('quarter', '0'), ('quarter', '3 months'),
    ('year', '0'), ('year', '12 months'), ('ever', '0')) as of(stretch, ago)
  where copyclassification = 'fake' group by 1, 2, 3, 4`;

const CELL_SUMS = [...COUNTS, "latitude_sum", "longitude_sum"];

const sums = (names: string[]) => sql.raw(names.map((name) => `sum(${name}) as ${name}`).join());

/** How the rows of each table follow from the scans, and the sums of the table's rows by key. */
const ROLL_UPS: { table: Difference["table"]; keys: string[]; values: string[]; scans: SQL; held: SQL }[] = [
  {
    table: "scan_hours",
    keys: ["producer_id", "facet", "time", "value"],
    values: COUNTS,
    scans: countsByFacet(sql`date_trunc('hour', timestamp, 'UTC')`),
    held: sql`select producer_id, facet, hour as time, value, ${sums(COUNTS)} from scan_hours group by 1, 2, 3, 4`,
  },
  {
    table: "scan_days",
    keys: ["producer_id", "facet", "time", "value"],
    values: COUNTS,
    scans: countsByFacet(DAY),
    held: sql`select producer_id, facet, day as time, value, ${sums(COUNTS)} from scan_days group by 1, 2, 3, 4`,
  },
  {
    table: "scan_cells",
    keys: ["producer_id", "level", "time", "x", "y"],
    values: CELL_SUMS,
    scans: countsByCell(DAY),
    held: sql`select producer_id, level, day as time, x, y, ${sums(CELL_SUMS)} from scan_cells group by 1, 2, 3, 4, 5`,
  },
  {
    table: "scan_month_cells",
    keys: ["producer_id", "level", "time", "x", "y"],
    values: CELL_SUMS,
    scans: countsByCell(sql`date_trunc('month', timestamp at time zone 'UTC')::date`),
    held: sql`select producer_id, level, month as time, x, y, ${sums(CELL_SUMS)} from scan_month_cells group by 1, 2, 3, 4, 5`,
  },
  {
    table: "item_days",
    keys: ["producer_id", "day", "chunk"],
    values: ["items"],
    scans: itemsByDay(sql`(${items} from scans group by 1, 2, 3)`),
    held: itemsByDay(sql`select * from item_days`),
  },
  {
    table: "item_fakes",
    keys: ["producer_id", "stretch", "first", "item_id"],
    values: ["fakes"],
    scans: fakesByItem,
    held: sql`select producer_id, stretch, first, item_id, ${sums(["fakes"])} from item_fakes group by 1, 2, 3, 4`,
  },
  {
    table: "storage_bytes",
    keys: ["producer_id", "kind"],
    values: ["bytes"],
    scans: sql`select producer_id, kind, bytes from stored_bytes`,
    held: sql`select producer_id, kind, ${sums(["bytes"])} from storage_bytes group by 1, 2`,
  },
];

/** The tables that `findDifferences` compares. */
export const ROLL_UP_TABLES = ROLL_UPS.map(({ table }) => table);

const MAX_DIFFERENCES_PER_TABLE = 100;

/**
 * Recounts all scans and returns the differences of the roll-ups, at most 100 of each table. Call it in a transaction of
 * one snapshot. It may take minutes for millions of scans.
 */
export async function findDifferences(db: Db): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const { table, keys, values, scans, held } of ROLL_UPS) {
    const valuesOf = (side: string) =>
      sql.raw(values.map((name) => `coalesce(${side}.${name}, ${name === "items" ? "zero" : "0"})`).join());
    const object = (names: string[], side = "") =>
      sql.raw(`jsonb_build_object(${names.map((name) => `'${name}', ${side}${name}`).join()})`);
    found.push(
      ...(await db.execute<Difference & Record<string, unknown>>(sql`
        with counted as (${scans}), held as (${held})
        select ${table} as table, ${object(keys)} as key,
          case when counted.${sql.raw(values[0] ?? "")} is not null then ${object(values, "counted.")} end as scans,
          case when held.${sql.raw(values[0] ?? "")} is not null then ${object(values, "held.")} end as "rollUp"
        from counted full join held using (${sql.raw(keys.join())}), (select repeat('0', 4096)::bit(4096)) as none(zero)
        where (${valuesOf("counted")}) is distinct from (${valuesOf("held")})
        order by ${sql.raw(keys.join())} limit ${MAX_DIFFERENCES_PER_TABLE}`)),
    );
  }
  return found;
}
