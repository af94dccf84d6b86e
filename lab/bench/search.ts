import { mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import postgres from "postgres";
import { directly } from "@/db/address";
import { openDatabase } from "@/db/client";
import type { Ctx } from "@/server/core/ctx";
import type { ItemFilter } from "@/server/domain/items/filter";
import { listItems } from "@/server/domain/items/list";
import type { Bench } from "./setting";
import { withoutTriggers } from "./without-triggers";

const PRODUCERS = 50;
const GROUPS_OF_EACH = 20;
const BATCH_SIZE = 1_000_000;
const GOAL_MS = 50;
const WARM_UPS = 5;
const RUNS = 40;

/** Titles, groups and values of data from a few words, so that most texts are found in many items. */
const WORDS = `array['Luna','Atlas','Keller','Norvane','Harbour','Cognac','Velvet','Saddle','Marble','Ember','Tote','Wallet']`;

const THINGS = `
  insert into producers (id, name, created_at)
    select gen_random_uuid(), 'Producer ' || n, now() - interval '2 years' from generate_series(1, ${PRODUCERS}) n;
  insert into groups (id, producer_id, title, created_at, updated_at)
    select gen_random_uuid(), id, (${WORDS})[1 + n % 12] || ' edition ' || n, created_at, created_at
    from producers, generate_series(1, ${GROUPS_OF_EACH}) n;
  create temp table brand as select id, row_number() over (order by name) - 1 as nr,
    array(select id from groups where producer_id = producers.id) as groups from producers`;

const itemsOf = (from: number, to: number) => `
  insert into items (identifier, producer_id, group_id, title, data, created_at, updated_at)
  select 'SN-' || lpad(to_hex(n * 2654435761 % 4294967296), 8, '0') || '-' || n, brand.id, groups[1 + n % ${GROUPS_OF_EACH + 1}],
    (${WORDS})[1 + n % 12] || ' ' || (${WORDS})[1 + n / 12 % 12] || ' ' || n % 1000,
    jsonb_build_object('batch', 'B-' || n / 500, 'colour', (${WORDS})[1 + n / 7 % 12], 'size', n % 40),
    now() - (n % 31536000) * interval '1 second', now()
  from (select n, floor(${PRODUCERS} * power(random(), 2.5)) as nr from generate_series(${from}, ${to}) n) as made
    join brand using (nr)`;

/** Inserts items without triggers and indexes, which follow afterwards. */
async function fill(url: string, count: number): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await withoutTriggers(sql, () => insertItems(sql, count));
  await sql`vacuum analyze items, groups, producers`;
  await sql.end();
}

async function insertItems(sql: postgres.Sql, count: number): Promise<void> {
  await sql.unsafe(`set session_replication_role = replica; set maintenance_work_mem = '1GB'; ${THINGS}`);
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'items' and indexname <> 'items_pkey' and indexname not in (select conname from pg_constraint)`;
  for (const { name } of indexes) await sql`drop index ${sql(name)}`;
  for (let from = 1; from <= count; from += BATCH_SIZE) {
    const to = Math.min(count, from + BATCH_SIZE - 1);
    await sql.unsafe(itemsOf(from, to));
    console.error(`${to} items of ${count}`);
  }
  for (const { definition } of indexes) await sql.unsafe(definition);
}

const SEARCHES: Record<string, ItemFilter> = {
  "no search": {},
  "a word of a sixth of all items": { search: "Luna" },
  "two words": { search: "Luna Atlas" },
  "a word, oldest first": { search: "Ember" },
  "a batch of 500 items": { search: "B-1234" },
  "an identifier": { search: "-77777" },
  "three characters": { search: "ket" },
  "a text that no item has": { search: "zzyzx" },
  "a title of groups": { search: "edition 7" },
};

const quantile = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN;

/** Searches the items of the producers with most and with fewest items. */
export const searching: Bench = async ({ database, items: count }) => {
  await fill(database.url, count);
  const opened = openDatabase(directly(database.url));
  const owners = await database.sql<{ id: string; items: number }[]>`
    select producer_id as id, count(*)::int as items from items group by 1 order by 2 desc`;
  console.log(
    `\nsearch: first page of ${count} items of ${PRODUCERS} producers, p50 and p95 of ${RUNS} runs in ms\n`,
  );
  const results = [];
  for (const owner of [owners[0], owners.at(-1)]) {
    if (!owner) throw new Error("There are no items.");
    const actor = { type: "user", id: "bench", name: "Bench" } as const;
    const caller = {
      kind: "producer",
      producerId: owner.id,
      sandbox: 0,
      credential: "session",
      actor,
    } as const;
    const ctx: Ctx = { db: opened.callers, batchClient: opened.batchClient, requestId: "bench", caller };
    for (const [name, filter] of Object.entries(SEARCHES)) {
      const descending = !name.includes("oldest");
      const times: number[] = [];
      let found = 0;
      for (let n = -WARM_UPS; n < RUNS; n++) {
        const started = performance.now();
        const page = await listItems(ctx, filter, { limit: 50, sort: { by: "created", descending } });
        if (n >= 0) times.push(performance.now() - started);
        found = page.entries.length;
      }
      const [p50Ms, p95Ms] = [quantile(times, 0.5), quantile(times, 0.95)];
      results.push({ items: owner.items, name, found, p50Ms, p95Ms, reached: p95Ms <= GOAL_MS });
      const verdict = p95Ms <= GOAL_MS ? "reached" : "missed";
      console.log(
        `  ${String(owner.items).padStart(9)}  ${name.padEnd(34)}${p50Ms.toFixed(1).padStart(8)}${p95Ms.toFixed(1).padStart(8)}  ${verdict}`,
      );
    }
  }
  await opened.close();
  const machine = { cpus: os.availableParallelism(), model: os.cpus()[0]?.model ?? "unknown" };
  const result = {
    bench: "search",
    date: new Date().toISOString(),
    machine,
    items: count,
    goalMs: GOAL_MS,
    results,
  };
  mkdirSync("lab/bench/results", { recursive: true });
  writeFileSync("lab/bench/results/search.json", `${JSON.stringify(result, null, 2)}\n`);
};
