import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "postgres";
import { z } from "zod";
import { must, newItems, openClient } from "./client";
import type { Home } from "./home";
import { atMost, exactly, type Report, type Scale } from "./report";
import { waitFor } from "./wait-for";

const SIZES = {
  scaled: { items: 100, spread: 5_000, batchClient: 12_000 },
  full: { items: 1_000, spread: 46_000, batchClient: 60_000 },
};
const ASSESSED_WITHIN_MS = 10_000;
const GIVEN_UP_AFTER_MS = 30_000;
const WORKED_OFF_WITHIN_MS = 300_000;
const LOOKED_FOR_MS = 5_000;
const POLL_INTERVAL_MS = 50;
/** In hundredths of the looks: loops look for work now and then. */
const MAX_BUSY = 20;
/** In a second; one walk through the scans would be more. */
const MAX_ROWS_READ = 2_000;

const BERLIN = { latitude: 52.52, longitude: 13.405 };
const NAPLES = { latitude: 40.853, longitude: 14.267 };
const Scanned = z.object({ scan: z.object({ id: z.string() }) });

/** Scans of a day, by SQL: those of one item lie among those of all others, and the statistics know them by the average. */
async function seedScans(
  sql: Sql,
  { spread, batchClient }: { spread: number; batchClient: number },
): Promise<void> {
  await sql`
    insert into scans (id, item_id, producer_id, identifier, timestamp, copyclassification, data, device, latitude, longitude)
    select overlay(gen_random_uuid()::text placing overlay(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0')
        placing '-' from 9 for 0) || '-7' from 1 for 15)::uuid,
      item.id, item.producer_id, item.identifier, at, 'original', '{}', md5(n::text), 52.52, 13.405
    from (select n, now() - interval '1 minute' - n * interval '23 hours' / ${spread + batchClient} as at, n > ${batchClient} as is_spread
        from generate_series(1, ${spread + batchClient}) n) made
      join (select *, row_number() over (order by id) - 1 as nth, count(*) over () as items from items) item
        on item.nth = case when is_spread then n % items else 0 end
    order by random()`;
  await sql`analyze scans`;
}

/** How much of a while the database is at work, in hundredths, and how many rows it reads in a second. */
async function lookAtDatabase(sql: Sql) {
  const rowsRead = async () => {
    const [row] = await sql<{ rows: number }[]>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows from pg_stat_user_tables where relname = 'scans'`;
    return row?.rows ?? 0;
  };
  const before = await rowsRead();
  let [looks, busy] = [0, 0];
  for (const end = Date.now() + LOOKED_FOR_MS; Date.now() < end; await delay(POLL_INTERVAL_MS)) {
    const active = await sql`
      select from pg_stat_activity where backend_type = 'client backend' and state = 'active' and pid <> pg_backend_pid()`;
    looks++;
    if (active.length > 0) busy++;
  }
  return { busy: (100 * busy) / looks, rows: ((await rowsRead()) - before) / (LOOKED_FOR_MS / 1000) };
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
    await waitFor("the journey is assessed", GIVEN_UP_AFTER_MS, isAssessed).catch(() => {});
    const assessedMs = Date.now() - begun;

    const isWorkedOff = async () => {
      const [left] = await sql`select from late_scans union all select from pending_rollups limit 1`;
      return left === undefined;
    };
    const within = assessedMs < GIVEN_UP_AFTER_MS ? WORKED_OFF_WITHIN_MS : 0;
    await waitFor("all is assessed and counted", within, isWorkedOff).catch(() => {});
    const workedOffMs = Date.now() - begun;
    const [aside] = await sql<{ count: number }[]>`select count(*)::int as count from set_aside`;
    const { busy, rows } = await lookAtDatabase(sql);
    return {
      checks: [
        atMost(
          "until an impossible journey of another item is assessed",
          ASSESSED_WITHIN_MS,
          assessedMs,
          " ms",
        ),
        exactly("pieces of work that were set aside", 0, aside?.count ?? 0),
        atMost("of the time afterwards the database is at work", MAX_BUSY, busy, " %"),
        atMost("rows of scans that are read in a second afterwards", MAX_ROWS_READ, rows),
      ],
      figures: { ...size, "all assessed and counted after, s": Math.round(workedOffMs / 1000) },
    };
  } finally {
    await client.close();
    await home.stop();
  }
}

/** One item is scanned very often in a day: what happens elsewhere is assessed soon, and then the database rests. */
export const hotItem = (home: Home, scale: Scale) => run(home, scale, async () => {});

/** The same without the index that is walked: each scan's history is collected from all scans, as by the plans of before. */
export const controlHotItem = (home: Home) => run(home, "full", (sql) => sql`drop index scans_by_item`);
