import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { contents } from "@/db/schema/contents";
import { reports } from "@/db/schema/reports";
import { scans } from "@/db/schema/scans";
import { only } from "@/server/data/only";
import { recordInspection } from "@/server/domain/inspections/record";
import { createReport } from "@/server/domain/reports/report";
import { NewReport } from "@/server/domain/reports/schema";
import { placeScanLater } from "@/server/domain/scans/place-later";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newItem, newProducer, newScan, systemCtx } from "@/server/testing/factories";
import { inspectionOf, jpeg, newPhotographer, send } from "@/server/testing/inspections";
import { untilWaitedFor } from "@/server/testing/waiting";
import { requestErasure } from "./request";

// Holds decision 0030.

const { db } = runtime().database;

const REPORT = NewReport.parse({ kind: "looks", text: "Odd.", email: "buyer@people.test" });

/** A scan of an item of a new producer. */
async function newWorld() {
  const producer = await newProducer();
  const identifier = await newItem(producer);
  return { ctx: ctxOf(producer), producer, identifier, scan: await newScan(identifier) };
}

const reportsOf = (producerId: string) =>
  db
    .select({ scanId: reports.scanId, text: reports.text, email: reports.email })
    .from(reports)
    .where(eq(reports.producerId, producerId));

test("an erased scan gets no place any more", async () => {
  const { ctx, identifier, scan: id } = await newWorld();
  await requestErasure(ctx, { scan: id });
  const place = { latitude: 53.55, longitude: 9.99 };
  expect(await placeScanLater(systemCtx(), { id, identifier }, place)).toBe(false);
  expect(only(await db.select().from(scans).where(eq(scans.id, id)))).toMatchObject({ latitude: null });
});

test("a report after the erasure of its scan arrives without the scan", async () => {
  const { ctx, producer, identifier, scan: scanId } = await newWorld();
  await requestErasure(ctx, { scan: scanId });
  await createReport(systemCtx(), { identifier, scanId }, REPORT);
  expect(await reportsOf(producer.producerId)).toEqual([
    { scanId: null, text: "Odd.", email: "buyer@people.test" },
  ]);
});

test("a report during the erasure of its scan arrives without the scan", async () => {
  const { ctx, producer, identifier, scan: scanId } = await newWorld();
  const { reporting } = await db.transaction(async (tx) => {
    await requestErasure({ ...ctx, db: tx }, { scan: scanId });
    const reporting = createReport(systemCtx(), { identifier, scanId }, REPORT);
    await untilWaitedFor(tx);
    return { reporting };
  });
  await reporting;
  expect(await reportsOf(producer.producerId)).toMatchObject([{ scanId: null, text: "Odd." }]);
});

/** An inspection of an item, and what sends a photo of it. */
async function newInspection() {
  const { producer, cookie, ctx } = await newPhotographer();
  const { id } = await recordInspection(ctx, inspectionOf(await newItem(producer)));
  const photo = await jpeg(1);
  return { producer, scan: id, sendPhoto: () => send(cookie, id, "front", photo) };
}

const photosOf = (producerId: string) => db.$count(contents, eq(contents.producerId, producerId));

test("400: a photo after the erasure of its inspection", async () => {
  const { producer, scan, sendPhoto } = await newInspection();
  await requestErasure(ctxOf(producer), { scan });
  const refused = await sendPhoto();
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ code: "scan-erased" });
  expect(await photosOf(producer.producerId)).toBe(0);
});

test("400: a photo during the erasure of its inspection", async () => {
  const { producer, scan, sendPhoto } = await newInspection();
  const { sending } = await db.transaction(async (tx) => {
    await requestErasure({ ...ctxOf(producer), db: tx }, { scan });
    const sending = sendPhoto();
    await untilWaitedFor(tx);
    return { sending };
  });
  expect((await sending).status).toBe(400);
  expect(await photosOf(producer.producerId)).toBe(0);
});
