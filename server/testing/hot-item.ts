import { sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import type { Transaction } from "@/db/client";
import { identifiers } from "@/db/schema/identifiers";
import { items } from "@/db/schema/items";
import { only } from "@/server/data/only";
import type { NewProducer } from "@/server/domain/producers/create";
import { runtime } from "@/server/runtime/runtime";
import { itemRow, newItem } from "./factories";

/**
 * Inserts scans of the last day: `batchClient` of one hot item and `each` of `others` other items, mixed on the disk.
 * Runs without triggers, then updates the planner statistics, which estimate an item by the average.
 * Returns the hot item.
 */
export async function newHotItem(
  producer: NewProducer,
  { batchClient = 8_000, others = 20, each = 300 } = {},
): Promise<{ itemId: number; identifier: string }> {
  const { db } = runtime().database;
  const identifier = await newItem(producer);
  const { id: itemId } = await itemRow(identifier);
  const { producerId } = producer;
  await db.execute(sql`
    with name as (select ${identifier} || ' ' || n as identifier from generate_series(1, ${others}::int) n), named as (
      insert into ${identifiers} (identifier, producer_id) select identifier, ${producerId}::uuid from name returning identifier)
    insert into ${items} (identifier, producer_id, data, verificationinfos, created_at, updated_at)
    select identifier, ${producerId}::uuid, '{}', '[]', now(), now() from named`);
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      insert into scans (id, item_id, producer_id, identifier, timestamp, copyclassification, data, device)
      select overlay(gen_random_uuid()::text placing overlay(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0')
          placing '-' from 9 for 0) || '-7' from 1 for 15)::uuid,
        item_id, ${producerId}::uuid, ${identifier}, at, 'original', jsonb_build_object('note', repeat(md5(n::text), 8)), md5(n::text)
      from (
        select n, ${itemId}::bigint as item_id, now() - n * interval '20 hours' / ${batchClient}::int as at
        from generate_series(1, ${batchClient}::int) n
        union all
        select n, id, now() - n * interval '20 hours' / ${each}::int
        from generate_series(1, ${each}::int) n, ${items}
        where ${items.producerId} = ${producerId} and id <> ${itemId}
      ) scanned order by random()`);
  });
  await db.execute(sql`analyze scans`);
  return { itemId, identifier };
}

/** The number of rows of a table that some work in a transaction reads, whatever the plan. */
export const rowsRead = (table: string, work: (tx: Transaction) => Promise<unknown>): Promise<number> =>
  runtime().database.db.transaction(async (tx) => {
    const read = async () =>
      only(
        await tx.execute<{ rows: number }>(
          sql`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows from pg_stat_xact_user_tables
            where relname = ${table} or schemaname = 'partitions' and starts_with(relname, ${`${table}_`})`,
        ),
      ).rows;
    // As on a disk with slow random access: plans that collect rows first look cheap.
    await tx.execute(sql`set local random_page_cost = 40`);
    const before = await read();
    await work(tx);
    return (await read()) - before;
  });

/** The same for the table of scans. */
export const rowsOfScansRead = (work: (tx: Transaction) => Promise<unknown>): Promise<number> =>
  rowsRead("scans", work);

/** Keeps the planner statistics of tables as they are. */
export async function switchAutovacuumOff(...tables: string[]): Promise<void> {
  const { db } = runtime().database;
  const found = await db.execute<{ name: string }>(sql`
    select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and (nspname = 'public' and relname = any(${makePgArray(tables)})
      or exists (select from pg_inherits where inhrelid = pg_class.oid and inhparent::regclass::text = any(${makePgArray(tables)})))`);
  for (const { name } of found)
    await db.execute(sql.raw(`alter table ${name} set (autovacuum_enabled = false)`));
}
