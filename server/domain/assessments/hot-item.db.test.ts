import { desc, eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { assessmentProgress } from "@/db/schema/assessment-progress";
import { scans } from "@/db/schema/scans";
import { placesOfItem } from "@/server/domain/items/places";
import type { NewProducer } from "@/server/domain/producers/create";
import { pastOfItem } from "@/server/domain/scans/past";
import { listItemScans } from "@/server/domain/scans/read";
import { leastIdAt, newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newProducer, systemCtx } from "@/server/testing/factories";
import { newHotItem, rowsOfScansRead } from "@/server/testing/hot-item";
import { assessScans } from "./assess-scans";
import { assessedUntil, hasWork } from "./progress";

// Holds decision 0036: what is read of an item that is scanned very often does not hang on statistics.

const HOT = 8_000;

let producer: NewProducer;
let batchClient: { itemId: number; identifier: string };
beforeAll(async () => {
  producer = await newProducer();
  batchClient = await newHotItem(producer, { batchClient: HOT });
});

const newest = async (count: number, skip = 0) => {
  const rows = await runtime()
    .database.db.select({ id: scans.id })
    .from(scans)
    .where(eq(scans.itemId, batchClient.itemId))
    .orderBy(desc(scans.timestamp), desc(scans.id))
    .offset(skip)
    .limit(count);
  return rows.map(({ id }) => id);
};

test("500 scans of one item in a row are assessed by what lies around them, read once", async () => {
  const ids = await newest(500, 100);
  // Each is found by its id; a few after it are read, and it itself; 200 before the first; and each that is told of once more.
  expect(await rowsOfScansRead((tx) => assessScans(tx, ids))).toBeLessThanOrEqual(
    500 + 2_500 + 505 + 200 + 505,
  );
});

test("scans that lie apart are assessed by the 200 before each, of however many there are", async () => {
  const all = await newest(HOT);
  const ids = all.filter((_, n) => n % 800 === 400);
  expect(ids).toHaveLength(10);
  expect(await rowsOfScansRead((tx) => assessScans(tx, ids))).toBeLessThanOrEqual(10 * (1 + 5 + 206 + 6));
});

test("whether there is something to assess is one look, where there is nothing", async () => {
  const { db } = runtime().database;
  await db.update(assessmentProgress).set({
    settled: leastIdAt(Date.now() + 3_600_000),
    holder: null,
    backlogFrom: leastIdAt(0),
    backlogUntil: leastIdAt(0),
  });
  await db.execute(sql`delete from late_scans`);
  expect(await rowsOfScansRead((tx) => hasWork(tx, newId()))).toBeLessThanOrEqual(1);
  expect(await rowsOfScansRead((tx) => assessedUntil(tx))).toBeLessThanOrEqual(1);
});

test("pages about the item read no more than they tell", async () => {
  const past = await rowsOfScansRead((tx) =>
    pastOfItem({ ...systemCtx(), db: tx }, batchClient.identifier, undefined),
  );
  expect(past).toBeLessThanOrEqual(101 + 1);
  const ctx = ctxOf(producer);
  const page = { timestamp: undefined, limit: 1_000 };
  // Once for whether they are much, once for how much, which look at one row more, once for what they say.
  const listed = await rowsOfScansRead((tx) =>
    listItemScans({ ...ctx, db: tx }, batchClient.identifier, page),
  );
  expect(listed).toBeLessThanOrEqual(3 * 1_002 + 2);
  const places = await rowsOfScansRead((tx) => placesOfItem({ ...ctx, db: tx }, batchClient.identifier));
  expect(places).toBeLessThanOrEqual(HOT + 1);
});
