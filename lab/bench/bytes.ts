import { mkdirSync, writeFileSync } from "node:fs";
import { directly } from "@/db/address";
import { openDatabase } from "@/db/client";
import { rebuildRollUps } from "@/server/domain/stats/rebuild";
import { HOOK_IN_JSON } from "@/server/events/emit";
import type { BenchDatabase } from "./database";
import { createDemo } from "./service";
import type { Bench } from "./setting";

const DAYS = 365;
const SCANS_OF_AN_ITEM = 10;
const MAX_SCANS = 200_000;
const SCANS_BATCH_SIZE = 500;
const EVENTS = 50_000;
/** Bytes of a scan in its table and all indexes. Roll-ups are apart: they grow with days and places. */
const GOALS = { plain: 600, demo: 1_100 };

type Sizes = Record<string, number>;

/** The bytes of tables with their indexes, and those of each index, by name; partitions count as their table. */
async function sizesOf({ sql }: BenchDatabase, tables: string[]): Promise<Sizes> {
  const rows = await sql<{ name: string; bytes: number }[]>`
    with part as (
      select coalesce(inhparent, pg_class.oid) as whole, pg_class.oid from pg_class left join pg_inherits on inhrelid = pg_class.oid
      where relkind = 'r'
    ), piece as (
      select whole::regclass::text as name, pg_table_size(oid) as bytes from part
      union all
      select whole::regclass || ': ' || coalesce(inhparent, indexrelid)::regclass, pg_relation_size(indexrelid)
      from part join pg_index on indrelid = oid left join pg_inherits on inhrelid = indexrelid
    )
    select name, sum(bytes)::float8 as bytes from piece
    where split_part(name, ':', 1) = any(${tables}) or ${tables.includes("roll-ups")} and name ~ '^rollup_'
    group by name order by bytes desc`;
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]));
}

const total = (sizes: Sizes) => Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0);

/** Prints the bytes of a row, divided. Returns those of all together. */
function show(name: string, sizes: Sizes, rows: number, goal?: number): number {
  const each = total(sizes) / rows;
  console.log(
    `\n${name}: ${each.toFixed(0)} bytes${goal === undefined ? "" : `, goal ${goal}: ${each <= goal ? "reached" : "missed"}`}`,
  );
  for (const [part, bytes] of Object.entries(sizes).toSorted(([, a], [, b]) => b - a))
    if (bytes / rows >= 0.5) console.log(`  ${part.padEnd(56)}${(bytes / rows).toFixed(1).padStart(8)}`);
  return each;
}

/** Records the scans once more without the bodies of scanners, in the order of time as they came. */
async function recordPlain({ sql }: BenchDatabase): Promise<void> {
  await sql.begin(async (sql) => {
    await sql`create table plain as select *, row_number() over (order by timestamp, id) as nr from scans`;
    await sql`create index on plain (nr)`;
    await sql`update plain set data = '{}', software_info = null, device_info = null`;
    await sql`truncate scans cascade`;
    const columns = await sql<{ names: string }[]>`
      select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
      where attrelid = 'scans'::regclass and attnum > 0 and not attisdropped`;
    await sql.unsafe(`do $$ begin
      for nth in 1..(select max(nr) from plain) by ${SCANS_BATCH_SIZE} loop
        insert into scans select ${columns[0]?.names} from plain where nr between nth and nth + ${SCANS_BATCH_SIZE - 1} order by nr;
      end loop; end $$`);
    await sql`drop table plain`;
  });
}

/** Events of scans with a delivery and an attempt each. */
async function makeEvents({ sql }: BenchDatabase, producerId: string): Promise<void> {
  await sql.unsafe(`
    insert into events (id, type, producer_id, hooks, created_at, snapshot)
    select scans.id, 'itemScanned', producer_id, '[]', timestamp, jsonb_build_object('producer',
      jsonb_build_object('id', producer_id, 'name', 'Bench'), 'scan', to_jsonb(scans), 'item', to_jsonb(items), 'group', to_jsonb(groups))
    from (select * from scans order by timestamp desc limit ${EVENTS}) scans
      join items using (producer_id, identifier) left join groups using (producer_id) where groups.id = items.group_id order by scans.id;
    insert into deliveries (id, event_id, hook_id, hook, created_at)
    select overlay(gen_random_uuid()::text placing left(events.id::text, 15) from 1 for 15)::uuid, events.id, hook.id, ${HOOK_IN_JSON}, events.created_at
    from events, (select * from hooks where producer_id = '${producerId}' limit 1) hook order by events.id;
    insert into attempts (delivery_id, started_at, latency_ms, status, answer)
    select id, created_at, 20, 200, 'ok' from deliveries order by id`);
}

/** Measures what a scan takes on the disk: with the bodies that the demo's scanners send, without, and as an event. */
export async function measureBytes(database: BenchDatabase, makeDemo: () => Promise<string>): Promise<void> {
  const opened = openDatabase(directly(database.url));
  const producerId = await makeDemo();
  await database.sql`truncate pending_rollups`;
  await rebuildRollUps(opened.db);
  await opened.close();
  await database.sql`vacuum analyze`;
  const [{ rows } = { rows: 0 }] = await database.sql<{ rows: number }[]>`
    select count(*)::float8 as rows from scans`;
  const demo = await sizesOf(database, ["scans"]);
  const rollUps = await sizesOf(database, ["roll-ups"]);
  await database.sql`truncate events, deliveries, attempts, delivery_queue, pending_events`;
  await makeEvents(database, producerId);
  const events = await sizesOf(database, ["events", "deliveries", "attempts"]);
  await recordPlain(database);
  await database.sql`vacuum analyze`;
  const plain = await sizesOf(database, ["scans"]);
  const result = {
    plain: show("a scan without bodies", plain, rows, GOALS.plain),
    demo: show("a scan with the demo's bodies", demo, rows, GOALS.demo),
    rollUps: show(`roll-ups of ${DAYS} days, divided by scans`, rollUps, rows),
    event: show("an event with a delivery and an attempt", events, Math.min(rows, EVENTS)),
  };
  const folder = new URL("results/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  const written = {
    bench: "bytes",
    date: new Date().toISOString(),
    postgres: database.version,
    scans: rows,
    goals: GOALS,
    result,
    parts: { plain, demo, rollUps, events },
  };
  writeFileSync(new URL("bytes.json", folder), `${JSON.stringify(written, null, 2)}\n`);
  console.log("\n  written to lab/bench/results/bytes.json");
}

export const bytes: Bench = ({ database, place, scans }) => {
  const count = Math.min(MAX_SCANS, scans[0] ?? MAX_SCANS);
  const items = Math.ceil(count / SCANS_OF_AN_ITEM);
  return measureBytes(database, () =>
    createDemo(place, "--items", `${items}`, "--scans", `${count}`, "--days", `${DAYS}`),
  );
};
