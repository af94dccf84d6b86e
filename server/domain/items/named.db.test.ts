import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { openDatabase, POOLS_OF_THREAD, type Transaction } from "@/db/client";
import { identifiers } from "@/db/schema/identifiers";
import { items } from "@/db/schema/items";
import type { Ctx } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { imageOfItem } from "@/server/domain/contents/image-of-item";
import { nextSelected } from "@/server/domain/item-changes/select";
import { codesOf, labelDataOf } from "@/server/domain/labels/codes";
import type { NewProducer } from "@/server/domain/producers/create";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newProducer } from "@/server/testing/factories";
import { rowsRead, switchAutovacuumOff } from "@/server/testing/hot-item";
import { getItem } from "./read";

const MANY = 20_000;
const NAMED = 100;

let producer: NewProducer;
let names: string[];

describe("without statistics of items, named items are read alone", () => {
  beforeAll(async () => {
    await switchAutovacuumOff("items", "identifiers");
    producer = await newProducer();
    const { producerId } = producer;
    names = Array.from({ length: NAMED }, (_, n) => `${producerId} ${n * 7 + 1}`);
    const all = sql.raw(`(select '${producerId} ' || n as name from generate_series(1, ${MANY}) n) named`);
    await runtime().database.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(
        sql`insert into ${identifiers} (identifier, producer_id) select name, ${producerId}::uuid from ${all}`,
      );
      await tx.execute(sql`insert into ${items} (identifier, producer_id, created_at, updated_at)
        select name, ${producerId}::uuid, now(), now() from ${all}`);
    });
  });

  const cheapRandomReads = (tx: Transaction) => tx.execute(sql`set local random_page_cost = 1.1`);

  test.each<[string, (ctx: Ctx) => Promise<unknown>]>([
    ["of labels", (ctx) => labelDataOf(ctx, names)],
    ["of labels that are asked for", (ctx) => codesOf(ctx, { of: "items", items: names })],
    ["of a change", (ctx) => nextSelected(ctx, { identifiers: names }, null)],
  ])("%s", async (_, read) => {
    const rows = await rowsRead("items", async (tx) => {
      await cheapRandomReads(tx);
      await read({ ...ctxOf(producer), db: tx });
    });
    expect(rows).toBeLessThan(5 * NAMED);
  });

  test.each<[string, (ctx: Ctx, identifier: string) => Promise<unknown>]>([
    ["of calls at the same time", getItem],
    ["of images at the same time", imageOfItem],
  ])("%s", async (_, read) => {
    const { batchClient, close } = openDatabase(runtime().database, POOLS_OF_THREAD);
    const rowsSoFar = async () =>
      only(
        await batchClient<
          { rows: number }[]
        >`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows
          from pg_stat_xact_user_tables where relname = 'items'`,
      ).rows;
    try {
      await batchClient`begin`;
      // As after the first runs of a prepared statement.
      await batchClient`set local plan_cache_mode = force_generic_plan`;
      const before = await rowsSoFar();
      await Promise.all(names.map((name) => read({ ...ctxOf(producer), batchClient }, name)));
      expect((await rowsSoFar()) - before).toBeLessThan(5 * NAMED);
    } finally {
      await close();
    }
  });
});
