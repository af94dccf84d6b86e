import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "postgres";
import { z } from "zod";
import { must, newItems, openClient } from "./client";
import type { Home } from "./home";
import { atMost, exactly, type Report, type Scale } from "./report";
import { waitFor } from "./wait-for";

const SIZES = {
  scaled: { items: 100, spread: 5_000, hot: 12_000 },
  full: { items: 1_000, spread: 46_000, hot: 60_000 },
};
const MAX_ASSESSMENT_MS = 10_000;
const ASSESSMENT_TIMEOUT_MS = 30_000;
const BACKLOG_TIMEOUT_MS = 300_000;
const SAMPLING_MS = 5_000;
const POLL_INTERVAL_MS = 50;
/** Percentage of samples: loops poll now and then. */
const MAX_BUSY_PERCENT = 20;
/** Per second; a single read of all scans would exceed it. */
const MAX_ROWS_READ = 2_000;

const BERLIN = { latitude: 52.52, longitude: 13.405 };
const NAPLES = { latitude: 40.853, longitude: 14.267 };
const Scanned = z.object({ scan: z.object({ id: z.string() }) });

/** Inserts a day's scans by SQL: those of the hot item lie among all others, and the planner statistics only know the average. */
async function seedScans(sql: Sql, { spread, hot }: { spread: number; hot: number }): Promise<void> {
  await sql`
    insert into scans (id, item_id, producer_id, identifier, timestamp, copyclassification, data, device, latitude, longitude)
    select overlay(gen_random_uuid()::text placing overlay(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0')
        placing '-' from 9 for 0) || '-7' from 1 for 15)::uuid,
      item.id, item.producer_id, item.identifier, at, 'original', '{}', md5(n::text), 52.52, 13.405
    from (select n, now() - interval '1 minute' - n * interval '23 hours' / ${spread + hot} as at, n > ${hot} as is_spread
        from generate_series(1, ${spread + hot}) n) made
      join (select *, row_number() over (order by id) - 1 as nth, count(*) over () as items from items) item
        on item.nth = case when is_spread then n % items else 0 end
    order by random()`;
  await sql`analyze scans`;
}

/** Measures how busy the database is, in percent of samples, and the rows that it reads per second. */
async function sampleDatabase(sql: Sql) {
  const rowsRead = async () => {
    const [row] = await sql<{ rows: number }[]>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows from pg_stat_user_tables where relname = 'scans'`;
    return row?.rows ?? 0;
  };
  const before = await rowsRead();
  let [samples, busy] = [0, 0];
  for (const end = Date.now() + SAMPLING_MS; Date.now() < end; await delay(POLL_INTERVAL_MS)) {
    const active = await sql`
      select from pg_stat_activity where backend_type = 'client backend' and state = 'active' and pid <> pg_backend_pid()`;
    samples++;
    if (active.length > 0) busy++;
  }
  return { busy: (100 * busy) / samples, rows: ((await rowsRead()) - before) / (SAMPLING_MS / 1000) };
}

async function run(home: Home, scale: Scale, prepare: (sql: Sql) => Promise<unknown>): Promise<Report> {
  const size = SIZES[scale];
  const client = openClient();
  try {
    const { url } = await home.start();
    const { token } = await home.producer("Hot");
    const identifiers = await newItems(client, url, token, size.items);
    const sql = await home.sql();
    await prepare(sql);
    await seedScans(sql, size);

    const other = identifiers.at(-1);
    const scan = async (location: object) =>
      Scanned.parse(
        await must(client, url, { method: "POST", path: "/scans", body: { identifier: other, location } }),
      ).scan.id;
    await scan(BERLIN);
    const begun = Date.now();
    const journey = await scan(NAPLES);
    const isAssessed = async () => {
      const [found] = await sql`
        select from assessments where scan_id = ${journey} and 'impossible_travel' = any(reasons)`;
      return found !== undefined;
    };
    await waitFor("the journey is assessed", ASSESSMENT_TIMEOUT_MS, isAssessed).catch(() => {});
    const assessedMs = Date.now() - begun;

    const isBacklogEmpty = async () => {
      const [left] = await sql`select from late_scans union all select from pending_rollups limit 1`;
      return left === undefined;
    };
    const within = assessedMs < ASSESSMENT_TIMEOUT_MS ? BACKLOG_TIMEOUT_MS : 0;
    await waitFor("all scans are assessed and counted", within, isBacklogEmpty).catch(() => {});
    const backlogMs = Date.now() - begun;
    const [aside] = await sql<{ count: number }[]>`select count(*)::int as count from set_aside`;
    const { busy, rows } = await sampleDatabase(sql);
    return {
      checks: [
        atMost(
          "time until an impossible journey of another item is assessed",
          MAX_ASSESSMENT_MS,
          assessedMs,
          " ms",
        ),
        exactly("pieces of work set aside", 0, aside?.count ?? 0),
        atMost("database busy afterwards", MAX_BUSY_PERCENT, busy, " %"),
        atMost("rows of scans read per second afterwards", MAX_ROWS_READ, rows),
      ],
      figures: { ...size, "backlog empty after, s": Math.round(backlogMs / 1000) },
    };
  } finally {
    await client.close();
    await home.stop();
  }
}

/** Proves that with one item scanned very often, scans of other items are assessed soon, and the database then rests. */
export const hotItem = (home: Home, scale: Scale) => run(home, scale, async () => {});

/** The control: without the index, the history of each scan is collected from all scans, as earlier plans did. */
export const controlHotItem = (home: Home) => run(home, "full", (sql) => sql`drop index scans_by_item`);
