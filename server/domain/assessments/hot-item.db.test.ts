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

// Holds decision 0036: reads of a hot item do not depend on planner statistics.

const HOT_ITEM_SCANS = 8_000;

let producer: NewProducer;
let hotItem: { itemId: number; identifier: string };
beforeAll(async () => {
  producer = await newProducer();
  hotItem = await newHotItem(producer, { batchClient: HOT_ITEM_SCANS });
});

const newest = async (count: number, skip = 0) => {
  const rows = await runtime()
    .database.db.select({ id: scans.id })
    .from(scans)
    .where(eq(scans.itemId, hotItem.itemId))
    .orderBy(desc(scans.timestamp), desc(scans.id))
    .offset(skip)
    .limit(count);
  return rows.map(({ id }) => id);
};

test("500 consecutive scans of a hot item are assessed with each row around them read once", async () => {
  const ids = await newest(500, 100);
  // Reads each scan by id, five after each, the 505 subjects, 200 before the first, and each scan with findings once more.
  expect(await rowsOfScansRead((tx) => assessScans(tx, ids))).toBeLessThanOrEqual(
    500 + 2_500 + 505 + 200 + 505,
  );
});

test("scattered scans are assessed with the 200 before each, however many the item has", async () => {
  const all = await newest(HOT_ITEM_SCANS);
  const ids = all.filter((_, n) => n % 800 === 400);
  expect(ids).toHaveLength(10);
  expect(await rowsOfScansRead((tx) => assessScans(tx, ids))).toBeLessThanOrEqual(10 * (1 + 5 + 206 + 6));
});

test("checking for work reads at most one row if there is none", async () => {
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

test("pages about a hot item read only the rows that they show", async () => {
  const past = await rowsOfScansRead((tx) =>
    pastOfItem({ ...systemCtx(), db: tx }, hotItem.identifier, undefined),
  );
  expect(past).toBeLessThanOrEqual(101 + 1);
  const ctx = ctxOf(producer);
  const page = { timestamp: undefined, limit: 1_000 };
  // Reads the page three times: is it heavy, how heavy is it (one row more each), and what it contains.
  const listed = await rowsOfScansRead((tx) => listItemScans({ ...ctx, db: tx }, hotItem.identifier, page));
  expect(listed).toBeLessThanOrEqual(3 * 1_002 + 2);
  const places = await rowsOfScansRead((tx) => placesOfItem({ ...ctx, db: tx }, hotItem.identifier));
  expect(places).toBeLessThanOrEqual(HOT_ITEM_SCANS + 1);
});
