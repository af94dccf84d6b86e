import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { beforeAll, expect, test } from "vitest";
import { groups } from "@/db/schema/groups";
import { items } from "@/db/schema/items";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { byBitmaps } from "@/server/data/text-search";
import { searchedGroups } from "@/server/domain/groups/list";
import { ctxOf, newGroup, newItem, newProducer } from "@/server/testing/factories";
import { searchedItems } from "./search";

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
