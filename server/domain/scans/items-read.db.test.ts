import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { items } from "@/db/schema/items";
import { runtime } from "@/server/runtime/runtime";
import { newProducer } from "@/server/testing/factories";
import { rowsRead, switchAutovacuumOff } from "@/server/testing/hot-item";
import { recordByStatement } from "@/server/testing/record-by-statement";

/** A few thousand are read together, since that is cheaper than finding them one by one. */
const MANY = 20_000;

test.each([true, false])(
  "scans read their own items alone, also without statistics of items (shared: %s)",
  async (shared) => {
    await switchAutovacuumOff("items");
    const { producerId } = await newProducer();
    await runtime().database.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`
      insert into ${items} (identifier, producer_id, created_at, updated_at)
      select ${producerId} || ' ' || n, ${producerId}::uuid, now(), now() from generate_series(1, ${MANY}::int) n`);
    });
    const scanned = [7, 70, 700].map((n) => `${producerId} ${n}`);
    const read = await rowsRead("items", async (tx) => {
      // As on the disks of today.
      await tx.execute(sql`set local random_page_cost = 1.1`);
      await recordByStatement({ db: tx }, [...scanned, "of no item"], shared);
    });
    expect(read).toBeLessThan(10 * scanned.length);
  },
);
