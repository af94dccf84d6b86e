import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { scans } from "@/db/schema/scans";
import { DAY_MS, HOUR_MS } from "@/server/core/time";
import { only } from "@/server/data/only";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newItem, newProducer, newScan } from "@/server/testing/factories";
import { concernsOf, linksOfConcern } from "./concerns";

// Holds decision 0088.

const NOW = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS;
const RANGE = { from: NOW - 7 * DAY_MS, before: NOW };

/** A producer with one original scan, of which others can be copies. */
async function scanned() {
  const producer = await newProducer();
  const id = await newScan(await newItem(producer), { copyclassification: "original" });
  const found = await runtime().database.db.select().from(scans).where(eq(scans.id, id));
  return { ctx: ctxOf(producer), scan: only(found) };
}

test("a country whose fakes are older than the newest 2,000 of all has its items and scans", async () => {
  const { ctx, scan } = await scanned();
  const { db } = runtime().database;
  const add = (count: number, fields: Partial<typeof scan>) =>
    db
      .insert(scans)
      .values(Array.from({ length: count }, () => ({ ...scan, ...fields, id: newId() })))
      .returning({ id: scans.id });
  const older = new Date(Date.now() - HOUR_MS);
  await add(300, { country: "FR" });
  const italian = await add(10, { country: "IT", copyclassification: "fake", timestamp: older });
  for (let i = 0; i < 4; i++) await add(501, { country: "DE", copyclassification: "fake" });
  expect(await concernsOf(ctx, RANGE)).toMatchObject([
    { key: "fakes:country:DE", count: 2_004 },
    { key: "fakes:country:IT", count: 10, things: 1, isCut: false },
  ]);
  const { refs } = await linksOfConcern(ctx, { key: "fakes:country:IT", range: RANGE });
  expect(refs.toSorted()).toEqual(italian.map(({ id }) => id).toSorted());
});

test("a small group of fakes is found among many larger ones with a usual rate", async () => {
  const { ctx, scan } = await scanned();
  const { db } = runtime().database;
  const group = (groupId: string, fakes: number, originals: number) =>
    Array.from({ length: fakes + originals }, (_, i) => ({
      ...scan,
      id: newId(),
      groupId,
      country: i % 2 ? "DE" : "FR",
      copyclassification: i < fakes ? ("fake" as const) : ("original" as const),
    }));
  for (let i = 0; i < 52; i++) await db.insert(scans).values(group(newId(), 10, 90));
  const small = newId();
  await db.insert(scans).values(group(small, 9, 0));
  expect((await concernsOf(ctx, RANGE)).map(({ key }) => key)).toEqual([`fakes:group:${small}`]);
});
