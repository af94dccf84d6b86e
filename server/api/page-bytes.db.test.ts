import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { scans } from "@/db/schema/scans";
import type { NewProducer } from "@/server/domain/producers/create";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { get, post, type Reply } from "@/server/testing/api";
import { callProcedure, newSignedIn } from "@/server/testing/dashboard";
import { everyPage, itemRow, newItem, newProducer } from "@/server/testing/factories";

// Holds decision 0039.

const MIB = 1024 * 1024;
const db = () => runtime().database.db;

let producer: NewProducer;
beforeAll(async () => {
  producer = await newProducer();
});

/** Inserts one scan per timestamp (ms) with `bytes` of data, as older versions accepted them. */
async function wideScans(times: number[], bytes: number): Promise<string> {
  const identifier = await newItem(producer);
  const { id: itemId, producerId } = await itemRow(identifier);
  for (const time of times) {
    // Random text, which the database cannot compress.
    const text = sql`(select string_agg(md5(random()::text), '') from generate_series(1, ${bytes / 32}::int))`;
    await db().execute(sql`insert into ${scans} (id, item_id, producer_id, identifier, timestamp, copyclassification, data)
      values (${newId()}, ${itemId}, ${producerId}, ${identifier}, ${new Date(time).toISOString()}, 'original',
        jsonb_build_object('text', ${text}, 'pairs', '[1, {"a": "\\u00e9"}, null]'::jsonb))`);
  }
  return identifier;
}

const Scans = z.object({
  scans: z.array(z.object({ id: z.string(), data: z.object({ timestamp: z.number() }) })),
});
const timesOf = ({ body }: Reply) => Scans.parse(body).scans.map(({ data }) => data.timestamp);
const idsOf = ({ body }: Reply) => Scans.parse(body).scans.map(({ id }) => id);

test("200: pages of wide scans hold at most 4 MiB, split no timestamp, and return each scan once", async () => {
  const identifier = await wideScans([9, 8, 7, 6, 5, 5, 5, 4, 3], 900_000);
  for (const path of [`/items/${identifier}/scans`, "/scans"]) {
    const pages = await everyPage(`${path}?limit=1000`, producer.token);
    const times = pages.map(timesOf);
    expect(times).toEqual([[9, 8, 7, 6], [5, 5, 5, 4], [3]]);
    expect(new Set(pages.flatMap(idsOf)).size).toBe(9);
    for (const { bytes } of pages) expect(bytes.byteLength).toBeLessThan(4.2 * MIB);
  }
});

test.each([
  ["powers of ten, written with all digits", { numbers: Array(200).fill(1e308) }],
  ["control characters, written as six characters each", { text: "\u0001".repeat(10_000) }],
])("200: pages of %s, hold about 4 MiB", async (_, data) => {
  const { token } = producer;
  const identifier = await newItem(producer);
  expect((await post("/scans", { identifier, data }, { token })).status).toBe(200);
  await db().execute(sql`
    insert into ${scans} (id, item_id, producer_id, identifier, timestamp, copyclassification, data)
    select new_id(), item_id, producer_id, identifier, timestamp - n * interval '1 ms', copyclassification, data
    from ${scans}, generate_series(1, 99) n where identifier = ${identifier}`);
  for (const limit of [20, 100, 1000]) {
    const pages = await everyPage(`/items/${identifier}/scans?limit=${limit}`, token);
    expect(pages.length).toBe(limit === 20 ? 5 : 2);
    expect(new Set(pages.flatMap(idsOf)).size).toBe(100);
    for (const { bytes } of pages) expect(bytes.byteLength).toBeLessThan(4.2 * MIB);
  }
});

test("200: entries of one timestamp form one page, whatever their total size", async () => {
  const identifier = await wideScans([5, 2, 2, 2, 2, 2, 2, 1], 900_000);
  const pages = await everyPage(`/items/${identifier}/scans?limit=2`, producer.token);
  expect(pages.map(timesOf)).toEqual([[5], [2, 2, 2, 2, 2, 2], [1]]);
});

test("200: a page of small scans reaches its limit and returns their JSON unchanged", async () => {
  const { token } = producer;
  const identifier = await newItem(producer);
  const infos = {
    data: { nested: [1.5, null, { 'a"b': "é\n" }], __proto__x: true },
    softwareInfo: { versionApp: "1.2" },
    deviceInfo: { os: "ios", environment: {} },
  };
  for (let i = 0; i < 3; i++) await post("/scans", { identifier, ...infos });
  const page = await get(`/items/${identifier}/scans?limit=2`, { token });
  expect(Scans.parse(page.body).scans).toHaveLength(2);
  const [newest] = z.object({ scans: z.array(z.unknown()) }).parse(page.body).scans;
  expect(newest).toMatchObject({ data: infos });
  expect(newest).toEqual((await get(`/scans/${idsOf(page)[0]}`, { token })).body);
});

test("200: rows compressed by an older version count with their largest possible size", async () => {
  const identifier = await newItem(producer);
  const { id: itemId, producerId } = await itemRow(identifier);
  await db().execute(sql`alter table scans alter data set storage extended`);
  for (let time = 1; time <= 6; time++)
    await db()
      .insert(scans)
      .values({
        id: newId(),
        itemId,
        producerId,
        identifier,
        timestamp: new Date(time),
        copyclassification: "original",
        data: { text: "x".repeat(1_000_000) },
      });
  await db().execute(sql`alter table scans alter data set storage external`);
  const pages = await everyPage(`/items/${identifier}/scans`, producer.token);
  expect(pages.map(timesOf)).toEqual([
    [6, 5, 4, 3],
    [2, 1],
  ]);
});

test("200: histories of large changes and lists of long descriptions are bounded too, the dashboard's more tightly", async () => {
  const { token } = producer;
  const identifier = await newItem(producer);
  const random = () => Array.from({ length: 25_000 }, () => Math.random().toString(36).slice(2, 10)).join("");
  for (let i = 0; i < 14; i++) {
    await post(`/items/${identifier}`, { data: { text: random() } }, { token });
  }
  const History = z.object({ history: z.array(z.object({ id: z.string() })) });
  const pages = await everyPage(`/items/${identifier}/history?limit=1000`, token);
  expect(pages.length).toBeGreaterThan(1);
  expect(new Set(pages.flatMap(({ body }) => History.parse(body).history.map(({ id }) => id))).size).toBe(15);
  for (const { bytes } of pages) expect(bytes.byteLength).toBeLessThan(4.2 * MIB);

  const changed = await newItem(producer);
  for (let i = 0; i < 5; i++)
    await post(`/items/${changed}`, { data: { numbers: Array(3_300 - i).fill(1e308) } }, { token });
  const ofPowers = await everyPage(`/items/${changed}/history?limit=1000`, token);
  expect(ofPowers.flatMap(({ body }) => History.parse(body).history)).toHaveLength(6);
  for (const { bytes } of ofPowers) expect(bytes.byteLength).toBeLessThan(4.2 * MIB);

  const { cookie } = await newSignedIn([{ producer, role: "viewer" }]);
  const { value } = await callProcedure("items.history", { identifier, limit: 100 }, { cookie });
  const shown = z.object({ entries: z.array(z.unknown()), nextCursor: z.number() }).parse(value);
  expect(shown.entries).toHaveLength(1);

  const description = "ü".repeat(10_000);
  for (let i = 0; i < 230; i += 1)
    await post("/contents", { "content-type": "text/plain", data: "YQ==", description }, { token });
  const files = await everyPage("/contents?limit=1000", token);
  expect(files.length).toBeGreaterThan(1);
  expect(z.array(z.unknown()).parse(files.flatMap(({ body }) => body))).toHaveLength(230);
});
