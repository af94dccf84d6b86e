import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { codePatterns } from "@/db/schema/code-patterns";
import { producers } from "@/db/schema/producers";
import { reports } from "@/db/schema/reports";
import { sightings } from "@/db/schema/sightings";
import { DAY_MS } from "@/server/core/time";
import { only } from "@/server/data/only";
import { keepRetention, retention } from "@/server/domain/privacy/retention";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { newProducer } from "@/server/testing/factories";
import { newPattern } from "@/server/testing/patterns";
import { attributePast } from "./sweep";

// Holds decisions 0030 and 0080.

const { database } = runtime();
const { db } = database;

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/** A producer that keeps personal data for a week, and a prefix that it does not claim yet. */
async function newBrand() {
  const producer = await newProducer();
  const { producerId } = producer;
  await db.update(producers).set({ preciseDays: 7, deviceDays: 7 }).where(eq(producers.id, producerId));
  return { producer, producerId, prefix: `${randomUUID().slice(0, 8).toUpperCase()}-` };
}

/** A sighting and a report of a code; of no producer unless one is given. */
async function newTraces(code: string, days: number, producerId: string | null = null) {
  const [id, timestamp] = [newId(), daysAgo(days)];
  await db.insert(sightings).values({
    id,
    identifier: code,
    timestamp,
    copyclassification: "fake",
    latitude: 53.5511,
    longitude: 9.9937,
    device: "d",
    producerId,
  });
  await db
    .insert(reports)
    .values({ id, code, timestamp, kind: "looks", text: "Odd.", email: "buyer@people.test", producerId });
  return id;
}

const sighted = async (id: string) => only(await db.select().from(sightings).where(eq(sightings.id, id)));
const reported = async (id: string) => only(await db.select().from(reports).where(eq(reports.id, id)));

async function attribute(brand: Awaited<ReturnType<typeof newBrand>>) {
  const { id } = await newPattern(brand.producer, brand.prefix);
  await db
    .update(codePatterns)
    .set({ changedAt: new Date(0) })
    .where(eq(codePatterns.id, id));
  await attributePast(database);
}

/** What the producer of the row keeps after its retention. */
async function expectRelieved(id: string, producerId: string) {
  expect(await sighted(id)).toMatchObject({ producerId, latitude: 53.55, device: null });
  expect(await reported(id)).toMatchObject({ producerId, text: "", email: null });
}

test("what a claim attributes later is kept no longer than all else of its producer", async () => {
  const brand = await newBrand();
  await newTraces(`${brand.prefix}own`, 8, brand.producerId);
  await keepRetention(database);
  const id = await newTraces(`${brand.prefix}old`, 30);
  await attribute(brand);
  await keepRetention(database);
  await expectRelieved(id, brand.producerId);
});

test("a step of retention that was read before an attribution passes none of the attributed rows", async () => {
  const brand = await newBrand();
  await newTraces(`${brand.prefix}own`, 8, brand.producerId);
  const loop = retention();
  const run = { ...database, signal: new AbortController().signal, aside: [] };
  const read = [];
  for await (const rows of loop.batches(run)) read.push(rows);
  expect(read.map(([row]) => row?.name)).toEqual(
    expect.arrayContaining(["sightingPlaces", "sightingDevices", "reports"]),
  );
  const id = await newTraces(`${brand.prefix}old`, 30);
  await attribute(brand);
  for (const rows of read) await loop.work(run, rows);
  await keepRetention(database);
  await expectRelieved(id, brand.producerId);
});
