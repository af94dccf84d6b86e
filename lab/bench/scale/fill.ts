import postgres from "postgres";
import { directly, urlOfDatabase } from "@/db/address";
import { openDatabase } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { rebuildRollUps } from "@/server/domain/stats/rebuild";
import { withoutTriggers } from "../without-triggers";

export const DAYS = 365;
const PRODUCERS = 50;
const GROUPS_OF_EACH = 6;
const ITEMS = 200_000;
const SCANS_BATCH_SIZE = 500_000;

const mark = (scans: number) => `${scans} scans of ${ITEMS} items within a year`;

/** Producers with their groups and items; the first producer has the most. */
const THINGS = `
  insert into producers (id, name, created_at) select gen_random_uuid(), 'Producer ' || n, now() - interval '2 years'
    from generate_series(1, ${PRODUCERS}) n;
  insert into groups (id, producer_id, title, created_at, updated_at)
    select gen_random_uuid(), id, 'Group ' || n, created_at, created_at from producers, generate_series(1, ${GROUPS_OF_EACH}) n;
  create temp table brand as select id, row_number() over (order by name) - 1 as nr,
    array(select id from groups where producer_id = producers.id) as groups from producers;
  create temp table thing as select n, 'SN-' || n as identifier, brand.id as producer_id,
    groups[1 + n % (${GROUPS_OF_EACH} + 1)] as group_id
    from (select n, floor(${PRODUCERS} * power(random(), 2.5)) as nr from generate_series(1, ${ITEMS}) n) picked join brand using (nr);
  insert into identifiers (identifier, producer_id) select identifier, producer_id from thing;
  insert into items (identifier, producer_id, group_id, title, created_at, updated_at)
    select identifier, producer_id, group_id, 'Item ' || n, now() - interval '1 year', now() from thing order by n;`;

/** Scans from one part of the year to another, in order of time, around 400 towns. */
const scans = (from: number, to: number, of: number) => `
  insert into scans (id, item_id, producer_id, identifier, timestamp, copyclassification, latitude, longitude, country,
    continent, data, os, device, group_id)
  select gen_random_uuid(), items.id, items.producer_id, identifier, made.at, made.verdict,
    case when made.town > 0 then degrees(asin(sin(made.town * 1.7))) * 0.7 + random() * 0.2 end,
    case when made.town > 0 then made.town * 137.5 - 360 * floor(made.town * 137.5 / 360) - 180 + random() * 0.2 end,
    (array['DE','FR','US','IT','JP','GB','AT','CH','ES','PL','BR','IN','CN','KR','MX','CA','AU','NL','SE','TR'])[1 + floor(20 * power(made.a, 2))],
    'EU', '{}', (array['ios','android','android','harmony'])[1 + floor(4 * made.b)], 'device-' || floor(${of} / 4 * made.b), items.group_id
  from (
    select now() - (1 - n::float8 / ${of}) * interval '${DAYS} days' as at, 1 + floor(${ITEMS} * power(random(), 1.5))::bigint as item,
      case when random() < 0.05 then 'fake' when random() < 0.03 then 'unknown' when random() < 0.01 then 'error' else 'original' end as verdict,
      floor(500 * power(random(), 2)) - 60 as town, random() as a, random() as b
    from generate_series(${from}, ${to}) n
  ) as made join items on items.id = made.item`;

/** Inserts the scans without triggers and indexes, which follow afterwards. */
async function fill(url: string, count: number): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await withoutTriggers(sql, () => insertScans(sql, url, count));
  await sql`vacuum analyze`;
  await sql.end();
  const { db, close } = openDatabase(directly(url));
  const started = performance.now();
  await rebuildRollUps(db);
  console.error(`counted in ${Math.round((performance.now() - started) / 1000)} s`);
  await close();
}

async function insertScans(sql: postgres.Sql, url: string, count: number): Promise<void> {
  await sql.unsafe(`set session_replication_role = replica; ${THINGS}; analyze items;`);
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'scans' and indexname <> 'scans_pkey'`;
  for (const { name } of indexes) await sql`drop index ${sql(name)}`;
  for (let from = 1; from <= count; from += SCANS_BATCH_SIZE) {
    await sql.unsafe(scans(from, Math.min(count, from + SCANS_BATCH_SIZE - 1), count));
    console.error(
      `${url.split("/").at(-1)}: ${Math.min(count, from + SCANS_BATCH_SIZE - 1)} scans of ${count}`,
    );
  }
  for (const { definition } of indexes) await sql.unsafe(definition);
  await sql`update items set scans = counted.scans, fakes = counted.fakes from (
    select item_id, count(*) as scans, count(*) filter (where copyclassification = 'fake') as fakes from scans group by 1
  ) counted where items.id = counted.item_id`;
}

/** A database with the given number of scans of 50 producers within a year; reuses that of an earlier run. */
export async function filledDatabase(serverUrl: string, count: number): Promise<string> {
  const name = `assay_scale_${count}`;
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} });
  const [found] = await admin<{ said: string | null }[]>`
    select shobj_description(oid, 'pg_database') as said from pg_database where datname = ${name}`;
  const url = urlOfDatabase(serverUrl, name);
  if (found?.said !== mark(count)) {
    await admin`drop database if exists ${admin(name)} with (force)`;
    await admin`create database ${admin(name)}`;
    await migrateDatabase(url);
    await fill(url, count);
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    await sql`vacuum analyze`;
    await sql`checkpoint`;
    await sql.end();
    await admin.unsafe(`comment on database ${name} is '${mark(count)}'`);
  }
  // An existing database may be of an earlier release.
  await migrateDatabase(url);
  await admin.end();
  return url;
}
