import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { countScans } from "@/server/domain/stats/count-scans";
import { runtime } from "@/server/runtime/runtime";
import { post } from "@/server/testing/api";
import { callProcedure, newSignedIn } from "@/server/testing/dashboard";
import { ctxOf, newGroup, newItem, newProducer, newScan } from "@/server/testing/factories";
import { rowsRead } from "@/server/testing/hot-item";
import { figuresOf } from "./figures";

test("groups show their items, and the scans and fakes of items that were in them", async () => {
  const producer = await newProducer();
  const { token, producerId } = producer;
  const { cookie } = await newSignedIn([{ producer, role: "viewer" }]);
  const [group, empty] = [await newGroup(producer), await newGroup(producer)];
  const item = await newItem(producer);
  await newScan(item, { copyclassification: "fake" });
  await post(`/groups/${group}/items/${item}`, {}, { token });
  await newScan(item, { copyclassification: "original" });
  await newScan(item, { copyclassification: "fake" });
  const expected = { items: 1, hasMoreItems: false, scans: 2, fakes: 1 };
  const listed = async () =>
    z
      .object({ entries: z.array(z.looseObject({ id: z.string() })) })
      .parse((await callProcedure("groups.list", {}, { cookie })).value).entries;
  const none = { items: 0, hasMoreItems: false, scans: 0, fakes: 0 };
  expect(await listed()).toMatchObject([
    { id: empty, ...none },
    { id: group, ...expected },
  ]);
  await countScans(runtime().database);
  expect((await listed())[1]).toMatchObject(expected);
  const one = await callProcedure("groups.get", { id: group }, { cookie });
  expect(one.value).toMatchObject({ figures: expected });
  const stranger = ctxOf(await newProducer());
  expect((await figuresOf(stranger, [group]))(group)).toEqual(none);

  await runtime().database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      insert into identifiers (identifier, producer_id) select 'many ' || n, ${producerId}::uuid from generate_series(1, 5000) n`);
    await tx.execute(sql`
      insert into items (identifier, producer_id, group_id, created_at, updated_at)
      select 'many ' || n, ${producerId}::uuid, ${empty}::uuid, now(), now() from generate_series(1, 5000) n`);
    await tx.execute(sql`
      insert into rollup_days (producer_id, facet, day, value, original, fake, unknown, error)
      select ${producerId}::uuid, 'group', current_date - 1 - n % 100, gen_random_uuid()::text, 1, 0, 0, 0
      from generate_series(1, 5000) n`);
  });
  expect((await listed())[0]).toMatchObject({ items: 1_000, hasMoreItems: true });
  const ctx = ctxOf(producer);
  const read = (table: string) => rowsRead(table, (tx) => figuresOf({ ...ctx, db: tx }, [group, empty]));
  expect(await read("items")).toBeLessThanOrEqual(1_002);
  expect(await read("rollup_days")).toBeLessThanOrEqual(2);
});
