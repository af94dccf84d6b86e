import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { directly } from "@/db/address";
import { type Database, openDatabase } from "@/db/client";
import { setAside } from "@/db/schema/set-aside";
import { HOUR_MS } from "@/server/core/time";
import type { NewProducer } from "@/server/domain/producers/create";
import type { UncommittedScan } from "@/server/domain/scans/columns";
import { commitScan } from "@/server/domain/scans/commit";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { post } from "@/server/testing/api";
import { newGroup, newItem, newProducer, newScan, systemCtx } from "@/server/testing/factories";
import { findDifferences } from "./check";
import { countScans } from "./count-scans";
import { rebuildRollUps } from "./rebuild";

// Holds decision 0025. Holds decision 0056: processes count different shares.

const db = () => runtime().database.db;
const differences = () => db().transaction(findDifferences, { isolationLevel: "repeatable read" });
const pick = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;

const PLACES = [
  [90, 180],
  [-90, -180],
  [0, 0],
  [85.06, -179.999],
  [52.52, 13.405],
  [-33.87, 151.21],
] as const;

let identifiers: string[];

beforeAll(async () => {
  const producers: NewProducer[] = [await newProducer(), await newProducer()];
  identifiers = [];
  for (const producer of producers) {
    const group = await newGroup(producer);
    for (let i = 0; i < 6; i++) {
      const identifier = await newItem(producer);
      identifiers.push(identifier);
      if (i % 2) await post(`/groups/${group}/items/${identifier}`, {}, { token: producer.token });
    }
  }
});

function anyScan(): UncommittedScan {
  const now = Date.now();
  const [latitude, longitude] = Math.random() < 0.3 ? [null, null] : pick(PLACES);
  return {
    id: newId(now),
    identifier: pick(identifiers),
    timestamp: new Date(now - Math.floor(Math.random() * 60) * HOUR_MS),
    copyclassification: pick(["original", "fake", "unknown", "error"]),
    latitude,
    longitude,
    country: pick(["DE", "FR", "JP", null]),
    continent: null,
    data: {},
    softwareInfo: null,
    deviceInfo: null,
    os: pick(["ios", "iOS", "IOS", "android", "", null, `${"x".repeat(40)}1`, `${"x".repeat(40)}2`]),
    device: null,
    softwareversion: null,
    creator: null,
  };
}

/** Records concurrent scans in groups of several sizes, and after each group one in a transaction of its own. */
async function record(database: Database, count: number): Promise<void> {
  const ctx = { ...systemCtx(), db: database.db, batchClient: database.batchClient };
  for (let done = 0; done < count; ) {
    const size = pick([1, 7, 40]);
    await Promise.all(Array.from({ length: size }, () => commitScan(ctx, anyScan())));
    done += size + 1;
  }
}

const CHANGES = [
  sql`update scans set timestamp = timestamp - interval '25 hours', country = 'IT' where id in (select id from scans order by random() limit 9)`,
  sql`update scans set latitude = null, longitude = null where id in (select id from scans order by random() limit 9)`,
  sql`update scans set copyclassification = 'fake', os = 'harmony', group_id = null where id in (select id from scans order by random() limit 9)`,
  sql`update scans set data = '{"seen": true}'`,
  sql`delete from scans where id in (select id from scans where random() < 0.03)`,
];

test("roll-ups equal the scans while scans are recorded, changed, removed, counted and recounted concurrently", async () => {
  const address = directly(process.env.DATABASE_URL ?? "");
  const processes = [openDatabase(address), openDatabase(address)];
  let isRecording = true;
  const change = async () => {
    while (isRecording) await db().execute(pick(CHANGES));
  };
  const count = async () => {
    while (isRecording) await countScans(pick(processes));
  };
  const recount = async () => {
    while (isRecording) await db().execute(sql`select recount_fakes(id) from producers`);
  };
  const others = [change(), count(), count(), recount()];
  await Promise.all(processes.map((database) => record(database, 250))).finally(() => {
    isRecording = false;
  });
  await Promise.all(others);
  for (const change of CHANGES) await db().execute(change);
  await Promise.all(processes.map((database) => database.close()));
  const [{ scans } = { scans: 0 }] = await db().execute<{ scans: number }>(
    sql`select count(*)::int as scans from scans`,
  );
  expect(scans).toBeGreaterThan(50);
  // The views include pending roll-up rows.
  expect(await differences()).toEqual([]);
  expect(await countScans(runtime().database)).toBeGreaterThan(0);
  expect(await differences()).toEqual([]);
  const empty = ["rollup_hours", "rollup_days", "rollup_cells", "rollup_month_cells"].map(
    (table) =>
      sql`select from ${sql.identifier(table)} where (original, fake, unknown, error) = (0, 0, 0, 0)`,
  );
  empty.push(sql`select from rollup_item_fakes where fakes = 0`);
  for (const counts of empty) expect(await db().execute(counts)).toHaveLength(0);
});

test.each([
  ["months", sql`select recount_month_cells('2026-01-01')`],
  ["fakes", sql`select recount_fakes(gen_random_uuid())`],
])("recounting %s waits for the counting lock", async (_, recount) => {
  await db().transaction(async (counting) => {
    await counting.execute(sql`select pg_advisory_xact_lock(4702113)`);
    const recounting = db().transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = '50ms'`);
      await tx.execute(recount);
    });
    await expect(recounting).rejects.toMatchObject({ cause: { code: "55P03" } });
  });
});

test("wrong and missing counts are found and repaired", async () => {
  await countScans(runtime().database);
  const [wrong] = await db().execute<{ day: string; value: string }>(sql`
    update rollup_days set fake = fake + 1 where (producer_id, facet, day, value) =
      (select producer_id, facet, day, value from rollup_days where facet = 'country' limit 1)
    returning day::text, value`);
  expect(await differences()).toMatchObject([
    { table: "scan_days", key: { time: wrong?.day, value: wrong?.value } },
  ]);
  await db().execute(sql`alter table scans disable trigger user`);
  await commitScan(systemCtx(), { ...anyScan(), latitude: 1, longitude: 1 });
  await db().execute(sql`alter table scans enable trigger user`);
  await db().execute(sql`update rollup_item_days set items = repeat('0', 4096)::bit(4096)`);
  await db().execute(sql`update rollup_item_fakes set fakes = fakes + 1`);
  const found = new Set((await differences()).map(({ table }) => table));
  expect(found).toEqual(
    new Set([
      "scan_hours",
      "scan_days",
      "scan_cells",
      "scan_month_cells",
      "item_days",
      "item_fakes",
      "storage_bytes",
    ]),
  );
  expect(await rebuildRollUps(db())).toBeGreaterThan(2);
  expect(await differences()).toEqual([]);
});

test("rows of one producer that cannot be counted do not block other producers, and readers still see them", async () => {
  const [broken, whole] = [await newProducer(), await newProducer()];
  const scanned = await Promise.all([newItem(broken), newItem(whole)]);
  for (const identifier of scanned) await commitScan(systemCtx(), { ...anyScan(), identifier });
  await db().execute(
    sql`alter table rollup_days add constraint no_count check (producer_id <> ${sql.raw(`'${broken.producerId}'`)}) not valid`,
  );
  const pending = async () => {
    const rows = await db().execute<{ id: string }>(
      sql`select distinct producer_id as id from pending_rollups`,
    );
    return rows.map(({ id }) => id);
  };
  await countScans(runtime().database);
  expect(await pending()).toEqual([broken.producerId]);
  expect(await db().select().from(setAside)).toMatchObject([{ loop: "counting", key: broken.producerId }]);
  expect(await differences()).toEqual([]);
  await db().execute(sql`alter table rollup_days drop constraint no_count`);
  await db()
    .update(setAside)
    .set({ retryAt: new Date(0) });
  await countScans(runtime().database);
  expect([await pending(), await db().select().from(setAside), await differences()]).toEqual([[], [], []]);
});

test("an item whose scan came and went between two counts is not counted, even in batches of one row", async () => {
  const identifier = await newItem(await newProducer());
  const id = newId();
  await commitScan(systemCtx(), { ...anyScan(), id, identifier });
  await db().execute(sql`delete from scans where id = ${id}`);
  // Reused space in the table can put the removal before the addition.
  await db().execute(sql`
    with gone as (delete from pending_rollups returning *) insert into pending_rollups select * from gone order by n`);
  for (let rows = 0; rows < 2; rows++) await db().execute(sql`select count_scans(null, 1)`);
  expect(await differences()).toEqual([]);
});

test("a share that another process counts does not stop the others; each scan is counted once", async () => {
  await countScans(runtime().database);
  const [one, other] = await Promise.all([newProducer(), newProducer()]);
  const shareOf = ({ producerId }: NewProducer) => sql`share_of(${producerId}::uuid)`;
  const [same] = await db().execute<{ is: boolean }>(sql`select ${shareOf(one)} = ${shareOf(other)} as is`);
  for (const producer of [one, other]) await newScan(await newItem(producer));
  const pendingOf = async ({ producerId }: NewProducer) => {
    const rows = await db().execute(sql`select from pending_rollups where producer_id = ${producerId}`);
    return rows.length;
  };
  await db().transaction(async (tx) => {
    await tx.execute(
      sql`select pg_advisory_xact_lock_shared(4702113), pg_advisory_xact_lock(4702113, ${shareOf(one)})`,
    );
    await countScans(runtime().database);
    expect([await pendingOf(one), await pendingOf(other)]).toEqual([1, same?.is ? 1 : 0]);
  });
  await Promise.all([countScans(runtime().database), countScans(runtime().database)]);
  await countScans(runtime().database);
  expect([await pendingOf(one), await pendingOf(other)]).toEqual([0, 0]);
  expect(await differences()).toEqual([]);
});
