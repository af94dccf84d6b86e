import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { HOUR_MS } from "@/server/core/time";
import { findDifferences } from "@/server/domain/stats/check";
import { countScans } from "@/server/domain/stats/count-scans";
import { runtime } from "@/server/runtime/runtime";
import { envelope, get } from "@/server/testing/api";
import { callProcedure, newSignedIn, type SignedInPerson } from "@/server/testing/dashboard";
import { newItem, newProducer, newScan } from "@/server/testing/factories";

// Scanners spell one system differently, such as "iOS" and "ios": it is stored as sent and compared without case.

const { database } = runtime();
const SPELLINGS = ["iOS", "ios", "IOS"];
const LONG = "X".repeat(45);

interface World {
  producerId: string;
  token: string;
  viewer: SignedInPerson;
  admin: SignedInPerson;
  item: string;
}

async function newWorld(systems: (string | null)[]): Promise<World> {
  const producer = await newProducer();
  const item = await newItem(producer);
  for (const os of systems) await newScan(item, os === null ? {} : { deviceInfo: { os } });
  return {
    producerId: producer.producerId,
    token: producer.token,
    viewer: await newSignedIn([{ producer, role: "viewer" }]),
    admin: await newSignedIn([], { isAdmin: true }),
    item,
  };
}

const Listed = z.object({ entries: z.array(z.object({ os: z.string().nullable() })) });

/** The systems of the scans that match the filter, for the producer and for admins. */
async function filtered({ viewer, admin, producerId, item }: World, os: string): Promise<(string | null)[]> {
  const own = Listed.parse((await callProcedure("scans.list", { filter: { os } }, viewer)).value);
  const ofItem = Listed.parse((await callProcedure("scans.list", { filter: { os, item } }, viewer)).value);
  const admins = await callProcedure("admin.scans", { filter: { os, producer: producerId } }, admin);
  const ofAllProducers = await callProcedure("admin.scans", { filter: { os } }, admin);
  const all = Listed.extend({
    entries: z.array(z.object({ os: z.string().nullable(), producer: z.object({ id: z.string() }) })),
  }).parse(ofAllProducers.value).entries;
  const results = [own.entries, ofItem.entries, Listed.parse(admins.value).entries].map((entries) =>
    entries.map(({ os }) => os).sort(),
  );
  const ofProducer = all.filter(({ producer }) => producer.id === producerId).map(({ os }) => os);
  for (const one of [...results, ofProducer.sort()]) expect(one).toEqual(results[0]);
  return results[0] ?? [];
}

const Systems = z.array(z.object({ value: z.string(), unknown: z.number(), fake: z.number() }));

/** The number of scans of each system; hourly and daily figures must agree. */
async function counted({ viewer }: World): Promise<Record<string, number>> {
  const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const ranges = [48, 24 * 30].map((hours) => ({
    from: hour + HOUR_MS - hours * HOUR_MS,
    before: hour + HOUR_MS,
  }));
  const results = [];
  for (const range of ranges) {
    const systems = Systems.parse((await callProcedure("stats.systems", { range }, viewer)).value);
    results.push(Object.fromEntries(systems.map(({ value, unknown, fake }) => [value, unknown + fake])));
  }
  expect(results[1]).toEqual(results[0]);
  return results[0] ?? {};
}

let world: World;
beforeAll(async () => {
  world = await newWorld([...SPELLINGS, "Android", null, `${LONG}1`, `${LONG.toLowerCase()}1`, `${LONG}2`]);
});

test("a filter for a system matches all of its spellings in every list of scans", async () => {
  for (const spelling of [...SPELLINGS, "ioS"])
    expect(await filtered(world, spelling)).toEqual([...SPELLINGS].sort());
  expect(await filtered(world, "android")).toEqual(["Android"]);
  expect(await filtered(world, "io")).toEqual([]);
});

test("systems that differ only beyond the indexed characters are distinct; their spellings are not", async () => {
  expect(await filtered(world, `${LONG}1`)).toEqual([`${LONG}1`, `${LONG.toLowerCase()}1`]);
  expect(await filtered(world, `${LONG.toLowerCase()}2`)).toEqual([`${LONG}2`]);
  expect(await filtered(world, LONG.slice(0, 40))).toEqual([]);
});

test("a breakdown has one entry for all spellings of a system, before and after the scans are counted", async () => {
  const figures = { ios: 3, android: 1, "": 1, [LONG.slice(0, 40).toLowerCase()]: 3 };
  expect(await counted(world)).toEqual(figures);
  await countScans(database);
  expect(await counted(world)).toEqual(figures);
  const mine = await database.db.transaction(findDifferences);
  expect(mine.filter(({ key }) => key.producer_id === world.producerId)).toEqual([]);
});

test("a scan shows its system as it was sent", async () => {
  const { item, token } = world;
  for (const os of SPELLINGS) {
    const id = await newScan(item, { deviceInfo: { os } }, { token });
    expect(envelope(await get(`/scans/${id}`, { token })).data.os).toBe(os);
  }
});

test("the migration merges sums that an older version counted by spelling", async () => {
  const old = await newWorld(SPELLINGS);
  const of = sql`producer_id = ${old.producerId} and facet = 'os'`;
  const migration = await readFile("db/migrations/0030_systems-without-case.sql", "utf8");
  const merges = migration.split("--> statement-breakpoint").filter((step) => step.includes("WITH cased"));
  expect(merges).toHaveLength(2);
  await countScans(database);
  const before = await counted(old);
  for (const { table, time } of [
    { table: sql`rollup_hours`, time: sql`hour` },
    { table: sql`rollup_days`, time: sql`day` },
  ]) {
    // Restores the old form: one scan for each of the three spellings.
    await database.db.execute(sql`update ${table} set fake = 1 where ${of}`);
    for (const spelling of ["iOS", "IOS"])
      await database.db.execute(sql`
        insert into ${table} (producer_id, facet, ${time}, value, original, fake, unknown, error)
        select producer_id, facet, ${time}, ${spelling}, original, fake, unknown, error from ${table}
        where ${of} and value = 'ios'`);
  }
  expect(await counted(old)).toEqual({ iOS: 1, ios: 1, IOS: 1 });
  // Migration 0031 renamed the tables.
  for (const merge of merges) await database.db.execute(sql.raw(merge.replaceAll("counted_", "rollup_")));
  expect(await counted(old)).toEqual(before);
  expect(before).toEqual({ ios: 3 });
});
