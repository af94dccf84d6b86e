import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { beforeAll, expect, test } from "vitest";
import { groups } from "@/db/schema/groups";
import { items } from "@/db/schema/items";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { byBitmaps } from "@/server/data/text-search";
import { searchedGroups } from "@/server/domain/groups/list";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newGroup, newItem, newProducer } from "@/server/testing/factories";
import { rowsRead } from "@/server/testing/hot-item";
import { listItems } from "./list";
import { openSearch, searchedItems } from "./search";

// Holds decision 0045.

let ctx: Ctx;

beforeAll(async () => {
  const producer = await newProducer();
  for (let n = 0; n < 30; n++) await newItem(producer, { title: "Watch", data: { serial: `W ${n}` } });
  await newGroup(producer, { title: "Watches" });
  ctx = ctxOf(producer);
});

const planOf = (table: PgTable, where: SQL | undefined) =>
  inTransaction(ctx, async (ctx) => {
    await byBitmaps(ctx);
    const rows = await ctx.db.execute<{ "QUERY PLAN": string }>(
      sql`explain (costs off) select from ${table} where ${where} limit 20001`,
    );
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });

test.each(["without statistics", "with statistics that say that all rows contain the fragment"])(
  "a search reads only the producer's part of the search index, %s",
  async (name) => {
    if (name !== "without statistics") await ctx.db.execute(sql`analyze items, groups`);
    for (const [table, index, where] of [
      [items, "items_search", searchedItems],
      [groups, "groups_search", searchedGroups],
    ] as const) {
      for (const fragment of ["wat", "nothing like it", 'say "hi"']) {
        const plan = await planOf(table, where(ctx, fragment));
        expect(
          plan.match(/(?:Index|Seq) Scan(?: using \S+)? on \S+/g)?.filter((at) => !at.endsWith(index)),
        ).toEqual([]);
        for (const condition of plan.match(/Index Cond: .*/g) ?? []) {
          expect(condition).toContain("producer_id)::text");
        }
      }
    }
  },
);

const MANY = 10_000;
/** Stretches of 500 and 2,000 rows are passed, and read until the page is full. */
const MAX_ROWS_READ = 2 * 2_500 + 50;

/** Items without triggers: each 45th has both words next to each other, all others have them apart. */
const addMany = (producerId: string) =>
  runtime().database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      insert into items (identifier, producer_id, title, data, created_at, updated_at)
      select 'many ' || n, ${producerId}::uuid, case when n % 45 = 0 then 'Luna Atlas' else 'Luna' end,
        '{"by": "Atlas"}', now() - n * interval '1 second', now() from generate_series(1, ${MANY}::int) n`);
  });

test("words that many items have next to each other are found without reading all items that have both", async () => {
  const producer = await newProducer();
  await addMany(producer.producerId);
  const found: number[] = [];
  const read = await rowsRead("items", async (tx) => {
    const listed = { ...ctxOf(producer), db: tx };
    const page = await listItems(listed, { search: "Luna Atlas" }, { limit: 50 });
    found.push(page.entries.length);
  });
  expect(found).toEqual([50]);
  expect(read).toBeLessThan(MAX_ROWS_READ);
});

test.each([
  ["neighbours of different keys", "5, 20"],
  ["a list in brackets", "[5, "],
  ["a value with quotes", 'say "hi"'],
  ["no key of data", "colour"],
])("%s: items are found by the walk as by the index", async (_, search) => {
  const producer = await newProducer();
  const data = { colour: 5, size: 20, said: 'say "hi"' };
  for (let n = 0; n < 3; n++) await newItem(producer, { title: "Bag", data });
  const ctx = ctxOf(producer);
  const { entries } = await listItems(ctx, { search }, { limit: 50 });
  const byIndex = await ctx.db.$count(items, searchedItems(ctx, search));
  expect(entries).toHaveLength(byIndex);
});

test("a search restores the planning of its caller's transaction", async () => {
  const planning = await inTransaction(ctx, async (ctx) => {
    await openSearch(ctx, "watch");
    const settings = await ctx.db.execute<{ enabled: string }>(
      sql`select current_setting('enable_indexscan') as enabled`,
    );
    return settings.map(({ enabled }) => enabled);
  });
  expect(planning).toEqual(["on"]);
});
